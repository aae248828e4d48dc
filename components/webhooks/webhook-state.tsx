import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Moment } from "#components/time/moment.tsx";
import type { EndpointJson } from "#lib/outbox/webhooks/schema.ts";

/** The state of a webhook, in one line. */
export function WebhookState({ endpoint }: { endpoint: EndpointJson }) {
  const { stoppedAt, failingSince, lastAttempt } = endpoint;
  if (stoppedAt) {
    return (
      <span className="block text-sm text-danger">{webhooksCopy.stopped(<Moment at={stoppedAt} form="short" />)}</span>
    );
  }
  if (failingSince) {
    return (
      <span className="block text-sm text-danger">
        {webhooksCopy.failingSince(<Moment at={failingSince} form="date" />, <Moment at={failingSince} form="clock" />)}
      </span>
    );
  }
  if (!lastAttempt) return <span className="block text-sm text-quiet">{webhooksCopy.onNotSent}</span>;
  const sent = <Moment at={lastAttempt.at} form="short" />;
  return (
    <span className="block text-sm text-quiet">
      {lastAttempt.statusCode === undefined
        ? webhooksCopy.onNoResponse(sent)
        : webhooksCopy.onLastResponse(sent, lastAttempt.statusCode)}
    </span>
  );
}
