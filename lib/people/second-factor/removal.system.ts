import type { Transaction } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

/** Removes an account's second factor with its recovery codes, and ends logins that wait for one. Returns whether it had one. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  await tx.loginChallenge.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  // A race with its confirmation, which one statement decides.
  const removed = await tx.query<{ isConfirmed: boolean }>(Prisma.sql`
    DELETE FROM second_factors WHERE user_id = ${userId}::uuid RETURNING confirmed_at IS NOT NULL AS "isConfirmed"`);
  return removed.some(({ isConfirmed }) => isConfirmed);
}
