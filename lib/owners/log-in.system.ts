import { verifyPassword } from "#platform/crypto/password.ts";
import { db } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { accountKey, addressHits } from "#platform/limits/keys.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { limitFailures } from "../sessions/limit-failures.ts";
import { type OpenedSession, openSession } from "../sessions/sessions.system.ts";
import { USER_COLUMNS, type User } from "./create-owner.system.ts";

type Credentials = { email: string; password: string };
/** Where a login comes from, as far as known. */
type Origin = { address: string | null; device: string | null };

/**
 * Opens a session. An unknown email and a wrong password get the same error in the same time, and count the same:
 * after too many it throws `rate_limited` for a while, whatever the password.
 */
export async function logIn(given: Credentials, { address, device }: Origin): Promise<OpenedSession & { user: User }> {
  const found = await limitFailures(
    [{ rule: "log-in", key: accountKey(given.email) }, ...addressHits("log-in-address", address)],
    async () => {
      // Correct ones count too: each costs a hash, and any account's owner could keep all others waiting.
      countHits(addressHits("log-in-tries", address));
      return findByPassword(given);
    },
  );
  if (!found) throw new AppError("invalid_credentials");
  const { passwordHash, ...user } = found;
  return { user, ...(await openSession(user.id, { device, passwordHash })) };
}

async function findByPassword({ email, password }: Credentials): Promise<(User & { passwordHash: string }) | null> {
  const found = await db().user.findUnique({
    where: { emailKey: emailKey(email), closedAt: null },
    select: { ...USER_COLUMNS, passwordHash: true },
  });
  const matches = await verifyPassword(password, found?.passwordHash ?? null);
  return matches ? found : null;
}
