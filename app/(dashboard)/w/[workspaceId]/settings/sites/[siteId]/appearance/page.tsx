import { settingsCopy } from "#components/catalogs/settings.tsx";
import { mailNeeds } from "#components/mail/mail-needs.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { AppearanceForm } from "#components/sites/appearance-form.tsx";
import { getSiteMail } from "#lib/notify/mail/queries.ts";
import { SITE_OPTIONS } from "#lib/sites/sites/fields.ts";
import { toWordsJson } from "#lib/sites/words/json.ts";
import { listWords } from "#lib/sites/words/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "appearance", settingsCopy.appearance);

export default async function AppearancePage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "appearance", "admin");
  const [texts, mail] = await Promise.all([listWords(scope, site.id), getSiteMail(scope, site.id)]);
  const words = toWordsJson(texts);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.appearance} wide>
      <AppearanceForm site={site} words={words} options={SITE_OPTIONS} needs={mailNeeds(scope, mail)} />
    </SettingsShell>
  );
}
