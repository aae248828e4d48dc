import { accountKey, addressKey } from "../limits/keys.ts";
import { countHits } from "../limits/limiter.ts";

/**
 * Tries a password, where null means that it is wrong. That counts for the e-mail, whether or not there is an account, and
 * for the address that it came from; after too many it throws `rate_limited`, whatever the password is.
 */
export async function countingFailures<T>(
  email: string,
  address: string | null,
  tryPassword: () => Promise<T | null>,
): Promise<T | null> {
  // Before it is known, so that many tries at once are no way around it. What is no wrong password is taken back.
  const counted = countHits([
    { rule: "log-in", key: accountKey(email) },
    { rule: "log-in-address", key: addressKey(address) },
  ]);
  let isWrong = false;
  try {
    const found = await tryPassword();
    isWrong = found === null;
    return found;
  } finally {
    if (!isWrong) counted.takeBack();
  }
}
