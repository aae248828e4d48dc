import { settingsCopy } from "#components/catalogs/settings.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { BlockedAddresses } from "#components/sites/blocked-addresses.tsx";
import { BlockingRules } from "#components/sites/blocking-rules.tsx";
import { toBlockingJson } from "#lib/files/blocking/json.ts";
import { getBlocking } from "#lib/files/blocking/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "blocking", settingsCopy.blocking);

export default async function BlockingPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "blocking", "admin");
  const blocking = toBlockingJson(await getBlocking(scope, site.id));
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.blocking} hint={sitesCopy.blockingHint}>
      <div className="grid gap-8 *:min-w-0">
        <BlockedAddresses siteId={site.id} addresses={blocking.addresses} />
        <BlockingRules siteId={site.id} blocking={blocking} />
      </div>
    </SettingsShell>
  );
}
