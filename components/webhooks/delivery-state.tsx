import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Moment } from "#components/time/moment.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { DeliveryJson } from "#lib/outbox/webhooks/schema.ts";

/** The state of a delivery, in one line. */
export function DeliveryState({ delivery }: { delivery: DeliveryJson }) {
  const { status, attempts, statusCode, nextAttemptAt } = delivery;
  const isTrouble = status === "failed" || (status === "pending" && attempts > 0);
  return (
    <span className={classNames("block text-sm", isTrouble ? "text-danger" : "text-quiet")}>
      {webhooksCopy.statuses[status]}
      {attempts > 0 && ` ${webhooksCopy.afterAttempts(attempts)}`}
      {statusCode !== undefined && `, ${webhooksCopy.response(statusCode)}`}
      {status === "pending" && attempts > 0 && nextAttemptAt && (
        <>, {webhooksCopy.nextAttempt(<Moment at={nextAttemptAt} form="clock" />)}</>
      )}
    </span>
  );
}
