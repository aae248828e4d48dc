import { settingsCopy } from "#components/catalogs/settings.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { SiteData } from "#components/sites/site-data.tsx";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "data", settingsCopy.data);

export default async function DataPage({ params }: SiteProps) {
  const { site } = await loadSite(params, "data", "admin");
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.data} hint={sitesCopy.dataHint}>
      <SiteData site={site} />
    </SettingsShell>
  );
}
