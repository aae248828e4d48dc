import { greetingsCopy } from "#components/catalogs/greetings.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { GreetingList } from "#components/greetings/greeting-list.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { toGreetingJson } from "#lib/sites/greetings/json.ts";
import { listGreetings } from "#lib/sites/greetings/queries.ts";
import { toWordsJson } from "#lib/sites/words/json.ts";
import { listWords } from "#lib/sites/words/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";
import { loadWidget } from "../load-widget.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "greetings", settingsCopy.greetings);

export default async function GreetingsPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "greetings", "admin");
  const [greetings, words, { widget }] = await Promise.all([
    listGreetings(scope, site.id),
    listWords(scope, site.id),
    loadWidget(scope, site.id),
  ]);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.greetings} hint={greetingsCopy.hint} wide>
      <GreetingList site={site} words={toWordsJson(words)} widget={widget} greetings={greetings.map(toGreetingJson)} />
    </SettingsShell>
  );
}
