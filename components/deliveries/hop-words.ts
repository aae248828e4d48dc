import { deliveriesCopy } from "#components/catalogs/deliveries.tsx";
import type { MailHop, WebhookHop } from "#lib/deliveries/schema.ts";

/** The state of a message on one of its ways, as labels. */
export type HopStatus = { state: "done" | "waiting" | "problem" | "off"; text: string; what?: string };

const seconds = (ms: number) => (ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** Returns the time between two moments of the server's clock. */
const between = (from: string, to: string) => seconds(Date.parse(to) - Date.parse(from));

export const storedWords = (ms: number): HopStatus => ({ state: "done", text: deliveriesCopy.stored(seconds(ms)) });

export function liveWords(ms: number | undefined, isLate: boolean): HopStatus {
  if (ms !== undefined) return { state: "done", text: deliveriesCopy.live(seconds(ms)) };
  if (!isLate) return { state: "waiting", text: deliveriesCopy.livePending };
  return { state: "problem", text: deliveriesCopy.liveLate, what: deliveriesCopy.liveLateHint };
}

/** `isLong`: a worker should have started by now. */
export function mailWords({ state, at, attempts, reason = "" }: MailHop, storedAt: string, isLong: boolean): HopStatus {
  switch (state) {
    case "off":
      return { state: "off", text: deliveriesCopy.mailOff, what: deliveriesCopy.mailOffHint };
    case "done":
      return { state: "done", text: deliveriesCopy.mailDone(between(storedAt, at ?? storedAt)) };
    case "skipped":
      return { state: "off", text: deliveriesCopy.mailSkipped, what: reason };
    case "failed":
      return { state: "problem", text: deliveriesCopy.mailFailed, what: reason };
    case "pending":
      if (attempts > 0) {
        return { state: "problem", text: deliveriesCopy.mailRetrying, what: deliveriesCopy.retried(reason) };
      }
      return { state: "waiting", text: deliveriesCopy.mailPending, ...(isLong && { what: deliveriesCopy.noWorker }) };
  }
}

export function webhookWords(hop: WebhookHop, isLong: boolean): HopStatus {
  const { state, attempts, reason = "", statusCode, durationMs = 0 } = hop;
  const failed =
    statusCode === undefined
      ? deliveriesCopy.webhookFailed
      : deliveriesCopy.webhookFailedWith(statusCode, seconds(durationMs));
  switch (state) {
    case "done":
      return { state: "done", text: deliveriesCopy.webhookDone(statusCode ?? 0, seconds(durationMs)) };
    case "off":
    case "skipped":
      return { state: "off", text: deliveriesCopy.webhookSkipped, what: reason };
    case "failed":
      return { state: "problem", text: failed, what: reason };
    case "pending":
      if (attempts > 0) return { state: "problem", text: failed, what: deliveriesCopy.retried(reason) };
      return {
        state: "waiting",
        text: deliveriesCopy.webhookPending,
        ...(isLong && { what: deliveriesCopy.noWorker }),
      };
  }
}
