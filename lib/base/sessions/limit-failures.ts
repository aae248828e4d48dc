import { countHits } from "#platform/limits/limiter.ts";
import type { LimitHit } from "#platform/limits/rules.ts";

/**
 * Runs a check of a credential, which returns null for a wrong one. Wrong ones count: after too many it throws
 * `rate_limited`, even for the right one.
 */
export async function limitFailures<T>(hits: LimitHit[], check: () => Promise<T | null>): Promise<T | null> {
  // Counted before the result is known, so that concurrent attempts can't get around it. Only a wrong
  // credential stays counted.
  const counted = countHits(hits);
  let isWrong = false;
  try {
    const found = await check();
    isWrong = found === null;
    return found;
  } finally {
    if (!isWrong) counted.takeBack();
  }
}
