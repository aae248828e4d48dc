import { matchPassword } from "#platform/crypto/password.ts";
import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { limitFailures } from "./limit-failures.ts";

export const wrongPassword = () => new AppError("invalid_credentials", { detail: "Incorrect password." });

/**
 * Checks the password of someone who is logged in. Returns the hash that it matched, so that a concurrent change can be
 * detected. Throws `invalid_credentials`, or `rate_limited` after too many wrong ones.
 */
export async function requirePassword({ userId }: { userId: string }, password: string): Promise<string> {
  const user = await db().user.findUnique({ where: { id: userId, closedAt: null }, select: { passwordHash: true } });
  const findHash = async () => {
    // Correct ones count too: each costs a hash, which others wait for.
    countHits([{ rule: "password-tries", key: userId }]);
    const match = await matchPassword(password, user?.passwordHash ?? null);
    return match === "no" ? null : (user?.passwordHash ?? null);
  };
  // Counted apart from logins, so that a stranger's attempts can't keep the owner from changing the password.
  const provedBy = await limitFailures([{ rule: "log-in", key: userId }], findHash);
  if (provedBy === null) throw wrongPassword();
  return provedBy;
}
