import { Bus } from "#platform/live/bus.ts";
import { countChange } from "#platform/metrics/count.ts";
import { ChangeNotification } from "./change.ts";

// Pages and route handlers are bundled apart in development, and must share one bus.
const shared = globalThis as typeof globalThis & { siteInboxChangeBus?: Bus<ChangeNotification> };

export function changeBus(): Bus<ChangeNotification> {
  shared.siteInboxChangeBus ??= new Bus(ChangeNotification);
  return shared.siteInboxChangeBus;
}

/**
 * Publishes a committed change to the event streams of every process. It neither waits nor fails: the reconciler finds
 * what gets lost on the way (contract.md section 7).
 */
export function publishChange(change: ChangeNotification): void {
  countChange(change.kind);
  changeBus().publish(change);
}
