import { ChevronRight } from "lucide-react";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import type { EndpointJson } from "#lib/outbox/webhooks/schema.ts";
import { AddWebhook } from "./add-webhook.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** The webhooks of a site, with their state. */
export function WebhookList({ siteId, endpoints }: { siteId: string; endpoints: EndpointJson[] }) {
  return (
    <div className="grid gap-6 *:min-w-0">
      {endpoints.length > 0 && (
        <ul aria-label={webhooksCopy.list} className="divide-y divide-line rounded-lg border border-line">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <AppLink
                href={`/settings/sites/${siteId}/webhooks/${endpoint.id}`}
                className="flex min-h-16 items-center gap-3 px-4 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 flex-1">
                  <bdi className="block truncate font-medium">{endpoint.description ?? endpoint.url}</bdi>
                  {endpoint.description && <bdi className="block truncate text-sm text-quiet">{endpoint.url}</bdi>}
                  <WebhookState endpoint={endpoint} />
                </span>
                <ChevronRight size={16} aria-hidden className="shrink-0 text-quiet" />
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      <AddWebhook siteId={siteId} isFirst={endpoints.length === 0} />
    </div>
  );
}
