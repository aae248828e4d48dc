import { Moment } from "#components/time/moment.tsx";
import type { EndpointJson } from "#lib/webhooks/schema.ts";

/** How a webhook does, in a line. */
export function WebhookState({ endpoint }: { endpoint: EndpointJson }) {
  const { stoppedAt, failingSince, lastAttempt } = endpoint;
  if (stoppedAt) {
    return (
      <span className="block text-sm text-danger">
        Stopped <Moment at={stoppedAt} form="short" />
      </span>
    );
  }
  if (failingSince) {
    return (
      <span className="block text-sm text-danger">
        Failing since <Moment at={failingSince} form="date" />, <Moment at={failingSince} form="clock" />
      </span>
    );
  }
  if (!lastAttempt) return <span className="block text-sm text-quiet">On, nothing was sent yet</span>;
  return (
    <span className="block text-sm text-quiet">
      On, last sent <Moment at={lastAttempt.at} form="short" />
      {lastAttempt.statusCode !== undefined && ` and answered with ${lastAttempt.statusCode}`}
    </span>
  );
}
