import type { Metadata } from "next";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { DeliveryLog } from "#components/webhooks/delivery-log.tsx";
import { EditWebhook } from "#components/webhooks/edit-webhook.tsx";
import { SendAllAgain } from "#components/webhooks/send-all-again.tsx";
import { WebhookControls } from "#components/webhooks/webhook-controls.tsx";
import { loadSite } from "../../load-site.ts";
import { loadLog, loadWebhook, type WebhookParams } from "./load-webhook.ts";

type Props = {
  params: WebhookParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: webhooksCopy.title };

export default async function WebhookPage({ params, searchParams }: Props) {
  const endpoint = await loadWebhook(params);
  const { query, page, failed } = await loadLog(params, await searchParams);
  const { site } = await loadSite(params, `webhooks/${endpoint.id}`);
  const href = `/settings/sites/${endpoint.siteId}/webhooks/${endpoint.id}`;
  return (
    <SettingsShell
      nav={{ site }}
      title={endpoint.description ? <bdi>{endpoint.description}</bdi> : webhooksCopy.title}
      above={<BackLink href={`/settings/sites/${endpoint.siteId}/webhooks`} label={webhooksCopy.list} />}
    >
      <p className="-mt-6 mb-6 font-mono text-sm text-quiet wrap-anywhere">
        <bdi>{endpoint.url}</bdi>
      </p>
      <WebhookControls endpoint={endpoint} />
      <SettingsSection title={webhooksCopy.log} hint={webhooksCopy.logHint}>
        <div className="grid gap-4">
          <SendAllAgain endpoint={endpoint} count={failed} />
          <DeliveryLog href={href} page={page} status={query.status} isFirstPage={query.cursor === undefined} />
        </div>
      </SettingsSection>
      <SettingsSection title={webhooksCopy.settings}>
        <EditWebhook endpoint={endpoint} />
      </SettingsSection>
    </SettingsShell>
  );
}
