import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { HoursSettings } from "#components/sites/hours-settings.tsx";
import { toWordsJson } from "#lib/sites/words/json.ts";
import { listWords } from "#lib/sites/words/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";
import { loadWidget } from "../load-widget.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "hours", settingsCopy.hours);

export default async function HoursPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "hours", "admin");
  const [texts, { hours, widget }] = await Promise.all([listWords(scope, site.id), loadWidget(scope, site.id)]);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.hours} hint={settingsCopy.hoursHint} wide>
      <HoursSettings site={site} hours={hours} words={toWordsJson(texts)} widget={widget} />
    </SettingsShell>
  );
}
