import { AppError } from "#platform/errors.ts";
import { processWide } from "#platform/process-wide.ts";

const AT_ONCE = 48;
const OF_ONE_SENDER = 4;
const RETRY_AFTER_SECONDS = 5;

const taken = processWide("running uploads", () => new Map<string, number>());

/**
 * Takes one of this process's slots for uploads. One sender has few. Call the returned function to free it. Throws
 * `rate_limited` or `unavailable`.
 */
export function takeUploadSlot(senderId: string): () => void {
  const bySender = taken();
  const own = bySender.get(senderId) ?? 0;
  if (own >= OF_ONE_SENDER) {
    const limit = { policy: "uploads-at-once", quota: OF_ONE_SENDER, retryAfter: RETRY_AFTER_SECONDS };
    throw new AppError("rate_limited", { limit });
  }
  const all = bySender.values().reduce((sum, count) => sum + count, 0);
  if (all >= AT_ONCE) {
    const detail = "Very many files are being uploaded. Try again soon.";
    throw new AppError("unavailable", { detail, retryAfter: RETRY_AFTER_SECONDS });
  }
  bySender.set(senderId, own + 1);
  return () => {
    const left = (bySender.get(senderId) ?? 0) - 1;
    if (left > 0) bySender.set(senderId, left);
    else bySender.delete(senderId);
  };
}
