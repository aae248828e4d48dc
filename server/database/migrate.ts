import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, DatabaseError } from "pg";
import { sessionAt } from "#platform/database/session-settings.ts";
import { prepareQueues } from "#platform/jobs/boss.ts";
import { printError } from "../process/console.ts";
import { StartError, startErrorFrom } from "../process/start-error.ts";
import { onOwnConnection } from "./own-connection.ts";

// The number that `prisma migrate` locks with too, so that the two never run at once.
const LOCK = 72_707_369;
// The name of the last migration of the release before, which runs on the database if an update to this one is undone.
const PREVIOUS_RELEASE = "previous-release";
const NO_WAY_BACK = /^-- no way back: /m;
// Statements on a table queue up behind a migration that waits for it. So it waits briefly, and retries.
const LONGEST_WAIT_FOR_LOCK = "2s";
const NEXT_TRY_MS = 1_000;
// A transaction lock, because a pooler may give each transaction another session.
const TAKE_LOCK = `SELECT pg_advisory_xact_lock(${LOCK})`;
// lock_not_available, and deadlock_detected: a request may want the same tables in another order.
const LOCKED_OUT = new Set(["55P03", "40P01"]);
const WAITING = "A migration is waiting for something else in the database, such as a backup, to finish.";
const MIGRATIONS = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));

/**
 * `statements` are those of a migration that runs outside a transaction. It may be run again from the start. `needs` is the last
 * migration that a version must know to run on a database with this one. Without it, only versions that know this one do.
 */
export type Migration = { name: string; sql: string; checksum: string; statements?: string[]; needs?: string };

type MigrateOptions = { folder?: string; signal?: AbortSignal };

/**
 * Migrates the database and its job queue to the newest schema, and returns the migrations it applied. A second
 * process waits for the first, or until the signal.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS, signal } = options;
  const client = new Client(sessionAt(url));
  client.on("error", () => undefined);
  const end = () => void client.end().catch(() => undefined);
  signal?.addEventListener("abort", end, { once: true });
  try {
    await client.connect();
    const around: Around = (migration, apply) =>
      givingWay(() => {
        const work = () => apply(migration);
        return migration.statements ? besideTransaction(url, work) : inTransaction(client, work);
      }, signal);
    const applied = await applyPending(client, folder, around);
    // A newer version has prepared them.
    if (folder === MIGRATIONS && (await listUnknown(client, folder)).length === 0) await prepareJobs(client);
    return applied;
  } finally {
    signal?.removeEventListener("abort", end);
    await client.end().catch(() => undefined);
  }
}

const QUEUE_TRIES = 5;
const QUEUE_PAUSE_MS = 300;

// If several processes create the queue's tables at once, one succeeds, and the others find them when they retry.
async function prepareJobs(client: Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await inTransaction(client, () => client.query("CREATE SCHEMA IF NOT EXISTS pgboss"));
      return await prepareQueues((text, values) => client.query(text, values));
    } catch (error) {
      // If pg-boss's script fails, its transaction stays open.
      await client.query("ROLLBACK").catch(() => undefined);
      if (tries < QUEUE_TRIES) await pause(QUEUE_PAUSE_MS * tries);
      else throw startErrorFrom(error, "cannot create the job queue's tables (schema pgboss)");
    }
  }
}

/** Returns the names of this version's migrations that a database doesn't have yet. Throws if it's newer. */
export const listPendingMigrations = (url: string): Promise<string[]> =>
  onOwnConnection(url, async (client) => {
    const migrations = await readMigrations();
    const applied = (await hasRecord(client)) ? await appliedMigrations(client) : new Map<string, Applied>();
    refuseForeign(migrations, applied);
    return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
  });

type WithinOptions = { folder?: string | undefined; only?: ReadonlySet<string> };

/**
 * Migrates on a connection that's in a transaction, so that all migrations apply or none. `only` limits them by name.
 */
export async function migrateWithin(client: Client, { folder, only }: WithinOptions = {}): Promise<string[]> {
  await client.query(TAKE_LOCK);
  // No one else sees these tables yet, and a transaction can't build an index concurrently.
  const around: Around = ({ statements, ...migration }, apply) =>
    apply({
      ...migration,
      ...(statements && { statements: statements.map((statement) => statement.replace(" CONCURRENTLY", "")) }),
    });
  return applyPending(client, folder ?? MIGRATIONS, around, only);
}

type Apply = (migration: Migration) => Promise<boolean>;
type Around = (migration: Migration, apply: Apply) => Promise<boolean>;

async function applyPending(
  client: Client,
  folder: string,
  around: Around,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const before = (await hasRecord(client)) ? await appliedMigrations(client) : new Map<string, Applied>();
  refuseForeign(migrations, before);
  const applied: string[] = [];
  for (const migration of migrations.filter(({ name }) => !before.has(name) && (!only || only.has(name)))) {
    if (await around(migration, (one) => applyOnce(client, one, migrations))) applied.push(migration.name);
  }
  return applied;
}

/** Applies a migration and records it. If it's killed halfway, it starts over. The lock has to be held. */
async function applyOnce(client: Client, migration: Migration, migrations: Migration[]): Promise<boolean> {
  // Also makes this session see a record that another one created meanwhile.
  await client.query(CREATE_RECORD);
  const { name, sql, checksum, statements, needs } = migration;
  const applied = await appliedMigrations(client);
  refuseForeign(migrations, applied);
  if (applied.has(name)) return false;
  try {
    if (statements) for (const statement of statements) await runStatement(client, statement);
    else await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, needs === undefined ? null : `needs ${needs}`],
    );
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`the migration ${name} failed: ${reason}`, { cause: error });
  }
}

/**
 * Retries while something long-running, such as a backup, holds a lock, so that others can use the table in between.
 */
async function givingWay<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockedOut(error) || signal?.aborted) throw error;
      if (tries === 1) printError(WAITING);
      await pause(NEXT_TRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function isLockedOut(error: unknown): boolean {
  const cause = error instanceof StartError ? error.cause : error;
  return cause instanceof DatabaseError && LOCKED_OUT.has(cause.code ?? "");
}

const INDEX_BUILD = /^CREATE (?:UNIQUE )?INDEX( CONCURRENTLY)? "(\w+)"/m;
const IN_BATCHES = /^-- batches$/m;

/**
 * Runs a statement that commits on its own. One marked as batches gets its last result as its parameter, until it has
 * none.
 */
export async function runStatement(client: Client, statement: string): Promise<void> {
  const [, concurrently = "", index] = INDEX_BUILD.exec(statement) ?? [];
  // What's left of a build that was killed is invalid, and in the way.
  if (index !== undefined) await client.query(`DROP INDEX${concurrently} IF EXISTS "${index}"`);
  if (!IN_BATCHES.test(statement)) {
    await client.query(statement);
    return;
  }
  let last: string | null = null;
  do {
    const { rows }: { rows: { last: string }[] } = await client.query(statement, [last]);
    last = rows[0]?.last ?? null;
  } while (last !== null);
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '${LONGEST_WAIT_FOR_LOCK}'`);
  try {
    await client.query(TAKE_LOCK);
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Does work that can't be in a transaction, while one of another connection has the lock. */
async function besideTransaction<T>(url: string, work: () => Promise<T>): Promise<T> {
  const holder = new Client(sessionAt(url));
  holder.on("error", () => undefined);
  try {
    await holder.connect();
    return await inTransaction(holder, async () => {
      await holder.query("SET LOCAL idle_in_transaction_session_timeout = 0");
      return work();
    });
  } finally {
    await holder.end().catch(() => undefined);
  }
}

/** Returns this version's migrations in order. */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const previous = (await readFile(join(folder, PREVIOUS_RELEASE), "utf8").catch(() => "")).trim();
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      // A migration that builds or drops an index concurrently can't be in a transaction.
      const statements =
        sql.includes(" CONCURRENTLY") || IN_BATCHES.test(sql)
          ? sql.split(/;\n/).filter((text) => text.trim() !== "")
          : undefined;
      const checksum = createHash("sha256").update(sql).digest("hex");
      const hasWayBack = previous !== "" && name > previous && !NO_WAY_BACK.test(sql);
      return { name, sql, checksum, ...(statements && { statements }), ...(hasWayBack && { needs: previous }) };
    }),
  );
}

// Prisma's own layout, so `prisma migrate` works too with its engine.
const CREATE_RECORD = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export async function hasRecord(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there",
  );
  return rows[0]?.there ?? false;
}

type Applied = { checksum: string; needs: string | null };

/** Returns a database's applied migrations by name. */
export async function appliedMigrations(client: Client): Promise<Map<string, Applied>> {
  const { rows } = await client.query<Applied & { name: string }>(
    `SELECT migration_name AS name, checksum, substring(logs FROM '^needs (\\S+)$') AS needs
     FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return new Map(rows.map(({ name, ...applied }) => [name, applied]));
}

/** Returns the names of a database's migrations that only a newer version has. */
export async function listUnknown(client: Client, folder = MIGRATIONS): Promise<string[]> {
  const known = new Set((await readMigrations(folder)).map(({ name }) => name));
  return [...(await appliedMigrations(client)).keys()].filter((name) => !known.has(name));
}

/**
 * Refuses a database with a migration that was changed, or that this version can't run with. It may run with what a newer version
 * applied, if that says so: the release before it has to, while it's updated and if the update is undone.
 */
function refuseForeign(migrations: Migration[], applied: Map<string, Applied>): void {
  const changed = migrations.find(
    ({ name, checksum }) => applied.has(name) && applied.get(name)?.checksum !== checksum,
  );
  if (changed) {
    throw new StartError(
      `the migration ${changed.name} was changed after it was applied: put it back and add a new one`,
    );
  }
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].find(([name, { needs }]) => !known.has(name) && !(needs !== null && known.has(needs)));
  if (!unknown) return;
  throw new StartError(`the database is newer than this version of Site Inbox: it has the migration ${unknown[0]}`);
}
