import { countHits } from "#platform/limits/limiter.ts";
import type { Hit } from "#platform/limits/rules.ts";

/**
 * Runs a password check, which returns null for a wrong password. Wrong ones count: after too many it throws
 * `rate_limited`, whatever the password.
 */
export async function limitFailures<T>(hits: Hit[], tryPassword: () => Promise<T | null>): Promise<T | null> {
  // Counted before the result is known, so that concurrent attempts can't get around it. Anything but a wrong
  // password is uncounted.
  const counted = countHits(hits);
  let isWrong = false;
  try {
    const found = await tryPassword();
    isWrong = found === null;
    return found;
  } finally {
    if (!isWrong) counted.takeBack();
  }
}
