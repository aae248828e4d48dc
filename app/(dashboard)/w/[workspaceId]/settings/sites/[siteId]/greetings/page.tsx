import { greetingsCopy } from "#components/catalogs/greetings.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { GreetingList } from "#components/greetings/greeting-list.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { toGreetingJson } from "#lib/sites/greetings/json.ts";
import { listGreetings } from "#lib/sites/greetings/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "greetings", settingsCopy.greetings);

export default async function GreetingsPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "greetings", "admin");
  const greetings = (await listGreetings(scope, site.id)).map(toGreetingJson);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.greetings} hint={greetingsCopy.hint}>
      <GreetingList siteId={site.id} greetings={greetings} />
    </SettingsShell>
  );
}
