import { Moment } from "#components/time/moment.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { DeliveryJson } from "#lib/webhooks/schema.ts";
import { DELIVERY_WORDS } from "./event-words.ts";

const triesOf = (attempts: number) => (attempts === 1 ? "1 try" : `${attempts} tries`);

/** What has become of a delivery, in a line. */
export function DeliveryState({ delivery }: { delivery: DeliveryJson }) {
  const { status, attempts, statusCode, nextAttemptAt } = delivery;
  const isTrouble = status === "failed" || (status === "pending" && attempts > 0);
  return (
    <span className={classNames("block text-sm", isTrouble ? "text-danger" : "text-quiet")}>
      {DELIVERY_WORDS[status]}
      {attempts > 0 && ` after ${triesOf(attempts)}`}
      {statusCode !== undefined && `, answered with ${statusCode}`}
      {status === "pending" && attempts > 0 && nextAttemptAt && (
        <>
          , next at <Moment at={nextAttemptAt} form="clock" />
        </>
      )}
    </span>
  );
}
