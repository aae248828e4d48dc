import { settingsCopy } from "#components/catalogs/settings.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { WebhookList } from "#components/webhooks/webhook-list.tsx";
import { toEndpointJson } from "#lib/outbox/webhooks/json.ts";
import { listEndpoints } from "#lib/outbox/webhooks/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "webhooks", settingsCopy.webhooks);

export default async function WebhooksPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "webhooks", "admin");
  const endpoints = (await listEndpoints(scope, site.id)).map(toEndpointJson);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.webhooks} hint={sitesCopy.webhooksHint}>
      <WebhookList siteId={site.id} endpoints={endpoints} />
    </SettingsShell>
  );
}
