import { countChange } from "#platform/metrics/count.ts";
import { hub } from "../live-updates/live-updates.ts";
import type { Notice } from "./change.ts";

/**
 * Tells everybody who is connected, to whichever process, of a change that is committed. It neither waits nor fails: what
 * gets lost on the way is made good by the sweep (contract.md section 7).
 */
export function announce(notice: Notice): void {
  countChange(notice.kind);
  hub().announce(notice);
}
