import { hashPassword, matchPassword } from "#platform/crypto/password.ts";
import { db } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { accountKey, addressHits } from "#platform/limits/keys.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { limitFailures } from "../../base/sessions/limit-failures.ts";
import { type OpenedSession, openSession } from "../../base/sessions/sessions.system.ts";
import { endChallenge, findChallenged, openChallenge } from "../second-factor/challenges.system.ts";
import { proveSecondFactor } from "../second-factor/prove.system.ts";
import type { FinishLogInBody } from "../second-factor/schema.ts";
import { USER_COLUMNS, type User } from "./create-owner.system.ts";

type Credentials = { email: string; password: string };
/** Where a login comes from, as far as known. */
type Origin = { address: string | null; device: string | null };

/**
 * Opens a session. An unknown email and a wrong password get the same error in the same time, and count the same:
 * after too many it throws `rate_limited` for a while, whatever the password. If the account has a second factor, throws
 * `second_factor_required` with a challenge for `finishLogIn`.
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
  const opened = await openChallenge(found);
  if (opened) {
    const { challenge, expiresAt } = opened;
    throw new AppError("second_factor_required", { secondFactor: { challenge, expiresAt: expiresAt.toISOString() } });
  }
  return { user, ...(await openSession(user.id, { device, passwordHash })) };
}

const logInGone = () =>
  new AppError("link_gone", {
    detail: "This login took too long, or the account was changed meanwhile. Log in again.",
  });

/**
 * Opens a session for someone who knows the password, with a code of their second factor. Throws `link_gone` if the challenge is
 * over, `invalid_credentials` with the reason for a refused code, and `rate_limited` after too many.
 */
export async function finishLogIn(
  { challenge, code }: FinishLogInBody,
  device: string | null,
): Promise<OpenedSession & { user: User }> {
  const found = await findChallenged(challenge);
  if (!found) throw logInGone();
  await proveSecondFactor(found.id, code);
  if (!(await endChallenge(challenge))) throw logInGone();
  const { passwordHash, oidcIssuer, ...user } = found;
  return { user, ...(await openSession(user.id, { device, passwordHash, oidcIssuer, hasSecondFactor: true })) };
}

async function findByPassword({ email, password }: Credentials): Promise<(User & { passwordHash: string }) | null> {
  const found = await db().user.findUnique({
    where: { emailKey: emailKey(email), closedAt: null, disabledAt: null },
    select: { ...USER_COLUMNS, passwordHash: true },
  });
  const match = await matchPassword(password, found?.passwordHash ?? null);
  if (!found || match === "no") return null;
  if (match === "yes") return found;
  const passwordHash = await hashPassword(password);
  const { count } = await db().user.updateMany({
    where: { id: found.id, passwordHash: found.passwordHash },
    data: { passwordHash },
  });
  // Another login may have replaced it at the same time.
  return count === 0 ? findByPassword({ email, password }) : { ...found, passwordHash };
}
