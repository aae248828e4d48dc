import { createHash, randomBytes } from "node:crypto";
import { Client, Pool, type PoolConfig, type QueryResultRow } from "pg";
import { testEnvironment } from "./environment.ts";

// For each process of tests, and for those of their statements that wait for a lock.
const CONNECTIONS = 10;

export type ScratchDatabase = { url: string; drop(): Promise<void> } & AsyncDisposable;

/** A database of a test's own, beside the service's: with all tables in it, or with nothing at all. */
export async function scratchDatabase(content: "migrated" | "empty" = "migrated"): Promise<ScratchDatabase> {
  const name = `scratch_${randomBytes(6).toString("hex")}`;
  const template = content === "migrated" ? testEnvironment.templateName : "template0";
  // Copying the files takes half as long as PostgreSQL's default, which writes all pages to its log.
  await query(testEnvironment.databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(testEnvironment.databaseUrl);
  url.pathname = `/${name}`;
  const drop = async () => {
    await query(testEnvironment.databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

/** Finds what waits for a lock in the database that's asked. The view has the locks of all others, too. */
export const WAITING_FOR_LOCK =
  "SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()";

/** Runs one statement: on a connection that's kept for this database, if any are (`keepConnections`), otherwise on one of its own. */
export async function query<Row extends QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  if (url === testEnvironment.databaseUrl) keepConnections(url);
  const kept = pools.get(url);
  if (kept) return (await kept.query<Row>(text, values)).rows;
  const client = new Client({ connectionString: url });
  // If the server is killed, the statement fails. An event without a listener would end the tests' process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Runs one statement on the service's database, on a connection of its own where each is planned once, for all values. */
export async function queryPrepared<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  preparing ??= openPool(testEnvironment.databaseUrl, {
    max: 1,
    idleTimeoutMillis: 0,
    options: "-c plan_cache_mode=force_generic_plan",
  });
  const name = createHash("sha256").update(text).digest("base64url");
  return (await preparing.query<Row>({ name, text, values })).rows;
}

/** Opens connections that are kept between statements, as opening one costs more than most statements. */
export function openPool(url: string, more: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString: url, max: CONNECTIONS, allowExitOnIdle: true, ...more });
  // A test may end all connections to its database. The next statement opens another one.
  pool.on("error", () => undefined);
  return pool;
}

const pools = new Map<string, Pool>();
let preparing: Pool | undefined;

/** Keeps the connections to a database between statements, until `dropConnections`. */
export function keepConnections(url: string): void {
  if (!pools.has(url)) pools.set(url, openPool(url));
}

export async function dropConnections(url: string): Promise<void> {
  await pools.get(url)?.end();
  pools.delete(url);
}
