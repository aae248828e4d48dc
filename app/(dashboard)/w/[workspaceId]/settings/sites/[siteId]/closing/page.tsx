import { closingCopy } from "#components/catalogs/closing.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsSection, SettingsShell } from "#components/shell/settings-shell.tsx";
import { AutoClose } from "#components/sites/auto-close.tsx";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "closing", settingsCopy.closing);

export default async function ClosingPage({ params }: SiteProps) {
  const { site } = await loadSite(params, "closing", "admin");
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.closing} hint={settingsCopy.closingHint}>
      <SettingsSection title={closingCopy.automatically} hint={closingCopy.neverHint}>
        <AutoClose site={site} />
      </SettingsSection>
    </SettingsShell>
  );
}
