import { AppError } from "#platform/errors.ts";
import { networkKeys } from "#platform/limits/keys.ts";
import { processWide } from "#platform/process-wide.ts";

const AT_ONCE = 48;
const OF_ONE_SENDER = 4;
// Anyone is as many visitors as they like. Without it, few slow uploads from one place would keep out everyone else.
const OF_ONE_NETWORK = 12;
const NETWORK_TIMES_MAX = 2;
const RETRY_AFTER_SECONDS = 5;

const slots = processWide("running uploads", () => ({ all: 0, byKey: new Map<string, number>() }));

/**
 * Takes one of this process's slots for uploads. One sender has few, and so does one address. Call the returned function to
 * free it. Throws `rate_limited` or `unavailable`.
 */
export function takeUploadSlot(senderId: string, clientAddress: string | null): () => void {
  const taken = slots();
  const networks = networkKeys(clientAddress).map(({ key, times }) => ({
    key,
    quota: OF_ONE_NETWORK * Math.min(times, NETWORK_TIMES_MAX),
  }));
  const shares = [{ key: senderId, quota: OF_ONE_SENDER }, ...networks];
  for (const { key, quota } of shares) {
    if ((taken.byKey.get(key) ?? 0) < quota) continue;
    throw new AppError("rate_limited", {
      limit: { policy: "uploads-at-once", quota, retryAfter: RETRY_AFTER_SECONDS },
    });
  }
  if (taken.all >= AT_ONCE) {
    const detail = "Very many files are being uploaded. Try again soon.";
    throw new AppError("unavailable", { detail, retryAfter: RETRY_AFTER_SECONDS });
  }
  const count = (by: 1 | -1) => {
    taken.all += by;
    for (const { key } of shares) {
      const left = (taken.byKey.get(key) ?? 0) + by;
      if (left > 0) taken.byKey.set(key, left);
      else taken.byKey.delete(key);
    }
  };
  count(1);
  return () => count(-1);
}
