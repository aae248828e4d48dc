import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { AppearanceForm } from "#components/sites/appearance-form.tsx";
import { SITE_OPTIONS } from "#lib/sites/sites/fields.ts";
import { toWordsJson } from "#lib/sites/words/json.ts";
import { listWords } from "#lib/sites/words/queries.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";
import { loadWidget } from "../load-widget.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "appearance", settingsCopy.appearance);

export default async function AppearancePage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "appearance", "admin");
  const [texts, { widget }] = await Promise.all([listWords(scope, site.id), loadWidget(scope, site.id)]);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.appearance} wide>
      <AppearanceForm
        site={site}
        words={toWordsJson(texts)}
        options={SITE_OPTIONS}
        isMailOn={isMailOn()}
        widget={widget}
      />
    </SettingsShell>
  );
}
