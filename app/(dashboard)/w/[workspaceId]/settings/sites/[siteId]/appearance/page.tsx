import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { AppearanceForm } from "#components/sites/appearance-form.tsx";
import { SITE_OPTIONS } from "#lib/sites/sites/fields.ts";
import { toWordsJson } from "#lib/sites/words/json.ts";
import { listWords } from "#lib/sites/words/queries.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "appearance", settingsCopy.appearance);

export default async function AppearancePage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "appearance", "admin");
  const words = toWordsJson(await listWords(scope, site.id));
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.appearance} wide>
      <AppearanceForm site={site} words={words} options={SITE_OPTIONS} isMailOn={isMailOn()} />
    </SettingsShell>
  );
}
