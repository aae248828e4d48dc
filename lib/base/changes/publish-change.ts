import { Bus } from "#platform/live/bus.ts";
import { countChange } from "#platform/metrics/count.ts";
import { processWide } from "#platform/process-wide.ts";
import { ChangeNotification } from "./change.ts";

export const changeBus = processWide("change bus", () => new Bus(ChangeNotification));

/**
 * Publishes a committed change to the event streams of every process. It neither waits nor fails: the reconciler finds
 * what gets lost on the way (contract.md section 7).
 */
export function publishChange(change: ChangeNotification): void {
  countChange(change.kind);
  changeBus().publish(change);
}
