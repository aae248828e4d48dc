import { countHits } from "#platform/limits/limiter.ts";
import type { Hit } from "#platform/limits/rules.ts";

/** Tries a password, where null means that it is wrong, which counts. After too many it throws `rate_limited`, whatever it is. */
export async function limitFailures<T>(hits: Hit[], tryPassword: () => Promise<T | null>): Promise<T | null> {
  // Before it is known, so that many tries at once are no way around it. What is no wrong password is taken back.
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
