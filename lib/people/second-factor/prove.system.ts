import { openSealed } from "#platform/crypto/sealed-text.ts";
import { db, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { countSecondFactor, type SecondFactorResult } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import { queueGuessWarning } from "../../notify/mail/queries/account-mails.system.ts";
import { type FoundStep, findStep, isOneTimeCode, plainCode } from "./one-time-codes.ts";
import { hashOfRecoveryCode } from "./recovery-codes.ts";

const TRIES = 5;
const WINDOW_SECONDS = 900;

/** Whether the factor already protects the account, or is being set up. */
type State = "confirmed" | "new";
const MISSING: Record<State, string> = {
  confirmed: "Two-factor login is off.",
  new: "Two-factor login isn't being set up, or is already on.",
};
type Tried = { secret: Buffer<ArrayBuffer>; failures: number };

/**
 * Accepts a code of the app or a recovery code, once. Throws `invalid_credentials` with the reason, or `rate_limited` after five
 * failures in 15 minutes.
 */
export async function proveSecondFactor(userId: string, given: string): Promise<void> {
  const code = plainCode(given);
  const tried = await countTry(userId, "confirmed");
  try {
    if (isOneTimeCode(code)) await spendOneTimeCode(userId, code, tried.secret);
    else await spendRecoveryCode(userId, code);
  } catch (error) {
    // Only someone with the password gets this far.
    if (error instanceof AppError && tried.failures === TRIES) await queueGuessWarning(userId);
    throw error;
  }
}

/** Accepts the first code of a factor that's being set up, and nothing else. Throws what `proveSecondFactor` throws. */
export async function proveNewSecondFactor(userId: string, given: string): Promise<void> {
  const { secret } = await countTry(userId, "new");
  await spendOneTimeCode(userId, plainCode(given), secret);
}

// Counted in the row, before the result is known, so that no number of challenges, processes or parallel tries gets around it:
// a race that one statement decides. The one that says how long to wait is by the same clock.
async function countTry(userId: string, state: State): Promise<Tried> {
  const isFresh = Prisma.sql`failing_since > now() - make_interval(secs => ${WINDOW_SECONDS})`;
  const isMeant = Prisma.sql`user_id = ${userId}::uuid AND (confirmed_at IS NOT NULL) = ${state === "confirmed"}`;
  const [tried] = await query<Tried>(Prisma.sql`
    UPDATE second_factors SET failures = CASE WHEN ${isFresh} THEN failures + 1 ELSE 1 END,
      failing_since = CASE WHEN ${isFresh} THEN failing_since ELSE now() END
    WHERE ${isMeant} AND NOT (failures >= ${TRIES} AND ${isFresh})
    RETURNING secret, failures`);
  if (tried) return tried;
  const [locked] = await query<{ seconds: number }>(Prisma.sql`
    SELECT ceil(extract(epoch FROM failing_since - now()) + ${WINDOW_SECONDS})::int AS seconds FROM second_factors
    WHERE ${isMeant} AND failing_since IS NOT NULL`);
  if (!locked) throw new AppError("conflict", { detail: MISSING[state] });
  countSecondFactor("limited");
  const limit = { policy: "second-factor", quota: TRIES, windowSeconds: WINDOW_SECONDS };
  throw new AppError("rate_limited", { limit: { ...limit, retryAfter: Math.max(1, locked.seconds) } });
}

async function spendOneTimeCode(userId: string, code: string, sealed: Tried["secret"]): Promise<void> {
  const secret = openSealed(sealed, userId);
  if (!secret)
    throw refused("unreadable", "The service's secret was changed, so codes can't be checked. Use a recovery code");
  const found = findStep(secret.text, code, Date.now());
  if (!found) throw refused("wrong", "This code is wrong or has expired");
  if (!found.isAccepted) throw refused("clock", clockWords(found));
  // Of parallel requests with one code, one finds the row.
  const { count } = await db().secondFactor.updateMany({
    where: { userId, secret: sealed, lastStep: { lt: found.step } },
    data: { lastStep: found.step, failures: 0, failingSince: null },
  });
  if (count === 0) throw refused("used", "This code was used already. Wait for the next one");
  countSecondFactor("accepted");
}

function clockWords({ secondsAhead }: FoundStep): string {
  const direction = secondsAhead > 0 ? "ahead" : "behind";
  return `Your device's clock is about ${Math.abs(secondsAhead)} seconds ${direction}. Set it to automatic and try again`;
}

async function spendRecoveryCode(userId: string, code: string): Promise<void> {
  const hash = hashOfRecoveryCode(userId, code);
  // Of parallel requests with one code, this statement accepts one.
  const accepted = await query<{ userId: string }>(Prisma.sql`
    WITH used AS (
      UPDATE recovery_codes SET used_at = now()
      WHERE user_id = ${userId}::uuid AND code_hash = ${hash} AND used_at IS NULL RETURNING user_id
    )
    UPDATE second_factors f SET failures = 0, failing_since = NULL FROM used WHERE f.user_id = used.user_id
    RETURNING f.user_id AS "userId"`);
  if (accepted.length > 0) return countSecondFactor("recovery");
  if ((await db().recoveryCode.count({ where: { userId, codeHash: hash } })) > 0)
    throw refused("used", "This recovery code was used already. Use another one");
  throw refused("wrong", "This code is wrong or has expired");
}

// The field's error is the same sentence, for forms that also have a password.
function refused(result: SecondFactorResult, said: string): AppError {
  countSecondFactor(result);
  return new AppError("invalid_credentials", { detail: `${said}.`, errors: [{ path: "code", message: said }] });
}
