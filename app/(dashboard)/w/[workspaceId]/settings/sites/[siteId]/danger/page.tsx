import { settingsCopy } from "#components/catalogs/settings.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { DeleteSite } from "#components/sites/delete-site.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "danger", settingsCopy.danger);

export default async function DangerPage({ params }: SiteProps) {
  const { site } = await loadSite(params, "danger", "owner");
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.danger}>
      <SettingsSection title={sitesCopy.deleteTitle} hint={sitesCopy.deleteHint}>
        <DeleteSite siteId={site.id} name={site.name} />
      </SettingsSection>
    </SettingsShell>
  );
}
