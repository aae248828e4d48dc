import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import type { EndpointJson } from "#lib/outbox/webhooks/schema.ts";
import { STOP_REASONS } from "#lib/outbox/webhooks/stop-reasons.ts";

type Props = { endpoint: EndpointJson; busy: boolean; onStart: () => void };

/** Says that a webhook is stopped, or since when it's failing. */
export function StoppedNotice({ endpoint, busy, onStart }: Props) {
  const { stoppedAt, stopReason = "owner", failingSince, lastAttempt, unreadable } = endpoint;
  const why = lastAttempt?.failure?.detail;
  if (unreadable) {
    return <p className="rounded-lg bg-danger-soft px-4 py-3 text-pretty text-danger">{webhooksCopy.unreadable}</p>;
  }
  if (stoppedAt) {
    return (
      <div className="grid justify-items-start gap-3 rounded-lg bg-danger-soft px-4 py-3 text-danger">
        <p className="text-pretty">
          {webhooksCopy.stoppedOn(<Moment at={stoppedAt} form="date" />, <Moment at={stoppedAt} form="clock" />)}{" "}
          {STOP_REASONS[stopReason]} {stopReason === "failing" && why} {webhooksCopy.missedWhileStopped}
        </p>
        <Button busy={busy} onClick={onStart}>
          {webhooksCopy.startAgain}
        </Button>
      </div>
    );
  }
  if (!failingSince) return null;
  return (
    <p className="rounded-lg bg-danger-soft px-4 py-3 text-pretty text-danger">
      {webhooksCopy.notReachedSince(
        <Moment at={failingSince} form="date" />,
        <Moment at={failingSince} form="clock" />,
      )}{" "}
      {why} {webhooksCopy.retryPolicy}
    </p>
  );
}
