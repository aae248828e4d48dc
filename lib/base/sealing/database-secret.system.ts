import { fingerprintsOf, type Secrets, sealingKeys } from "#platform/crypto/keys.ts";
import type { Querying } from "#platform/database/database.ts";
import { SERVICE_LOCK, secretLock } from "#platform/database/service-locks.ts";
import { Prisma } from "#prisma-client";
import { PUSH_KEY } from "./sealed-columns.ts";
import { countSealed, type SealedCount } from "./sealed-rows.system.ts";

/** The fingerprints of the secret that seals a database, and of the one before while rows may still need it. */
export type DatabaseSecret = { current: Buffer; previous: Buffer | null };

/**
 * Why a process's secret doesn't fit its database: it's another one, it's the previous one of a change, or it lacks the
 * previous one, which what's counted still needs.
 */
export type Misfit = "another" | "replaced" | { unopened: SealedCount[] };

/** Returns the fingerprints that a database keeps. Undefined before its first start with a version that does. */
export async function findDatabaseSecret(tx: Querying): Promise<DatabaseSecret | undefined> {
  const [row] = await tx.query<DatabaseSecret>(Prisma.sql`SELECT current, previous FROM secret_fingerprint`);
  return row;
}

/** Makes secrets those of the database. */
export async function storeDatabaseSecret(tx: Querying, { current, previous }: DatabaseSecret): Promise<void> {
  await tx.query(Prisma.sql`
    INSERT INTO secret_fingerprint (id, current, previous, changed_at) VALUES (1, ${current}, ${previous}, now())
    ON CONFLICT (id) DO UPDATE
    SET current = excluded.current, previous = excluded.previous, changed_at = excluded.changed_at`);
}

/** Whether anything is sealed, so that only one secret fits. */
export async function needsItsSecret(tx: Querying): Promise<boolean> {
  if (await findDatabaseSecret(tx)) return true;
  return (await countSealed(tx, [])).some(({ unreadable }) => unreadable > 0);
}

/**
 * Checks that secrets are those of the database, and records them: at its first start, and when the secret is changed.
 * Returns why they don't fit, or null. Runs in a transaction.
 */
export async function adoptSecrets(tx: Querying, secrets: Secrets): Promise<Misfit | null> {
  const [current, given] = fingerprintsOf(secrets);
  const previous = given === undefined || given.equals(current) ? null : given;
  const isKnown = (one: Buffer | null) => one !== null && (one.equals(current) || previous?.equals(one) === true);
  const isRecorded = (stored: DatabaseSecret | undefined) =>
    stored?.current.equals(current) &&
    (previous === null ? stored.previous === null : stored.previous?.equals(previous));
  if (isRecorded(await findDatabaseSecret(tx))) return null;
  // Of several processes that start at once, the later ones see what the first recorded.
  await tx.query(Prisma.sql`LOCK TABLE secret_fingerprint IN SHARE ROW EXCLUSIVE MODE`);
  const stored = await findDatabaseSecret(tx);
  if (isRecorded(stored)) return null;
  if (!stored && !opensDatabase(await countSealed(tx, sealingKeys(secrets)))) return "another";
  if (stored && !isKnown(stored.current)) return stored.previous?.equals(current) ? "replaced" : "another";
  if (stored?.previous && !isKnown(stored.previous)) {
    const unopened = (await countSealed(tx, sealingKeys(secrets))).filter(({ unreadable }) => unreadable > 0);
    if (unopened.length > 0) return { unopened };
  }
  await storeDatabaseSecret(tx, { current, previous });
  return null;
}

// Earlier versions sealed the push keys with their secret at every start. Other rows may have been lost before.
function opensDatabase(counts: SealedCount[]): boolean {
  const isOpened = ({ current, previous }: SealedCount) => current + previous > 0;
  const filled = counts.filter((count) => isOpened(count) || count.unreadable > 0);
  const pushKeys = filled.find(({ column }) => column === PUSH_KEY);
  return pushKeys ? isOpened(pushKeys) : filled.length === 0 || filled.some(isOpened);
}

/** Counts the services that run on a database with another secret, or with a version that doesn't say with which. */
export async function countOtherServices(tx: Querying, fingerprint: Buffer): Promise<number> {
  const held = (number: number) => Prisma.sql`
    SELECT pid FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND mode = 'ShareLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32) + objid::bigint = ${number}::bigint`;
  const [row] = await tx.query<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS count FROM (${held(SERVICE_LOCK)} EXCEPT ${held(secretLock(fingerprint))}) AS other`);
  return row?.count ?? 0;
}
