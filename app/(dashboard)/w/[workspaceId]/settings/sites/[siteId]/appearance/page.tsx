import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { AppearanceForm } from "#components/sites/appearance-form.tsx";
import { SITE_OPTIONS } from "#lib/sites/sites/fields.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "appearance", settingsCopy.appearance);

export default async function AppearancePage({ params }: SiteProps) {
  const { site } = await loadSite(params, "appearance", "admin");
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.appearance} wide>
      <AppearanceForm site={site} options={SITE_OPTIONS} isMailOn={isMailOn()} />
    </SettingsShell>
  );
}
