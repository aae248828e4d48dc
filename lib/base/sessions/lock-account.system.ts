import type { Transaction } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

/**
 * Locks an open account until the commit, so that it isn't deleted and its password isn't changed meanwhile. Returns false if
 * either has happened: `provedBy` is the hash that the password was checked against.
 */
export async function lockAccount(tx: Transaction, userId: string, provedBy: string | null = null): Promise<boolean> {
  // A lock.
  const locked = await tx.query<{ id: string }>(Prisma.sql`
    SELECT id FROM users
    WHERE id = ${userId}::uuid AND password_hash = coalesce(${provedBy}, password_hash) AND closed_at IS NULL
    FOR NO KEY UPDATE`);
  return locked.length > 0;
}
