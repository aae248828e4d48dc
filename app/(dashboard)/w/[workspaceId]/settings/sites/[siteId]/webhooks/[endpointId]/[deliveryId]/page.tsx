import type { Metadata } from "next";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { Attempt, SentText } from "#components/webhooks/attempt.tsx";
import { DeliveryState } from "#components/webhooks/delivery-state.tsx";
import { SendAgain } from "#components/webhooks/send-again.tsx";
import { loadSite } from "../../../load-site.ts";
import { loadDelivery, loadWebhook } from "../load-webhook.ts";

type Props = { params: Promise<{ workspaceId: string; siteId: string; endpointId: string; deliveryId: string }> };

export const metadata: Metadata = { title: webhooksCopy.deliveryTitle };

export default async function DeliveryPage({ params }: Props) {
  const ids = await params;
  const [{ site }, endpoint, delivery] = await Promise.all([
    loadSite(params, `webhooks/${ids.endpointId}/${ids.deliveryId}`),
    loadWebhook(params),
    loadDelivery(params),
  ]);
  const { id, type, attempts, payload, log } = delivery;
  return (
    <SettingsShell
      nav={{ site }}
      title={<code className="font-mono">{type}</code>}
      above={
        <BackLink
          href={`/settings/sites/${endpoint.siteId}/webhooks/${endpoint.id}`}
          label={webhooksCopy.backToWebhook}
        />
      }
    >
      <div className="-mt-6 mb-6">
        <p className="text-sm text-quiet wrap-anywhere">
          {webhooksCopy.sentTo(
            <bdi className="font-mono">{endpoint.url}</bdi>,
            <code className="font-mono">{id}</code>,
          )}
        </p>
        <DeliveryState delivery={delivery} />
      </div>
      <SendAgain siteId={endpoint.siteId} endpointId={endpoint.id} deliveryId={id} attempts={attempts} />
      <SettingsSection title={webhooksCopy.attempts}>
        {log.length === 0 ? (
          <>
            <p className="text-quiet">{webhooksCopy.noAttempts}</p>
            <SentText text={payload} />
          </>
        ) : (
          <ul className="divide-y divide-line rounded-lg border border-line">
            {log.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} payload={payload} />
            ))}
          </ul>
        )}
      </SettingsSection>
    </SettingsShell>
  );
}
