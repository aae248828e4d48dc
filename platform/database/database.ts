import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client, Pool, type QueryConfig } from "pg";
import { type Prisma, PrismaClient } from "#prisma-client";
import { env, poolSize } from "../env.ts";
import { log } from "../log.ts";
import { countStatement } from "../metrics/count.ts";
import { Bulkhead } from "./bulkhead.ts";
import { isNotPrepared, sqlState } from "./database-failure.ts";
import { SESSION_SETTINGS, STATEMENT_TIMEOUT_MS } from "./session-settings.ts";

const CONNECT_TIMEOUT_MS = 2_000;
// The server's own limit comes first. A connection that says nothing after this has lost its server without a word (a
// machine that died, a failover): the pool lets go of it. Prisma's statements may take as long as deleting a site.
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 1_000;
const LONG_SILENCE_MS = 70_000;
const PING_MS = 1_000;

type Connected = { pool: Pool; shares: Bulkhead; prisma: PrismaClient; canPrepare: boolean };

// A page and a route handler are bundled apart in production and would otherwise open a pool each.
const shared = globalThis as typeof globalThis & { siteInboxDb?: Connected };

function connect(): Connected {
  const pool = new Pool({
    connectionString: env().DATABASE_URL,
    max: poolSize(env()),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "site-inbox",
    query_timeout: LONG_SILENCE_MS,
    keepAlive: true,
    ...SESSION_SETTINGS,
  });
  // An idle connection was ended from the other side. The pool has let go of it; unheard, the event would end the process.
  pool.on("error", ({ message }) => log().debug({ reason: message }, "an idle connection to the database has ended"));
  const shares = new Bulkhead(poolSize(env()), CONNECT_TIMEOUT_MS);
  return { pool, shares, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), canPrepare: true };
}

function connected(): Connected {
  shared.siteInboxDb ??= connect();
  return shared.siteInboxDb;
}

/** The process's one Prisma client, for what is not asked often. Connected on first use. */
export const db = (): PrismaClient => connected().prisma;

/** Runs one statement straight on the driver, which costs a fraction of what the Prisma client does. */
export async function query<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  return run<Row>(connected(), { text: statement.text, values: statement.values });
}

async function run<Row extends object>({ pool, shares }: Connected, config: QueryConfig): Promise<Row[]> {
  const limited: QueryConfig & { query_timeout: number } = { ...config, query_timeout: SILENCE_MS };
  const { rows } = await countStatement(() => shares.run(config.text, () => pool.query<Row>(limited)), sqlState);
  return rows;
}

// All its workers look for jobs in the same moment, and would take a connection each.
const jobTurns = [Promise.resolve(), Promise.resolve()];
let nextTurn = 0;

/** Runs SQL of the job queue, which writes its own: one statement with values, or several without. Two at a time. */
export function queryForJobs(text: string, values?: unknown[]): Promise<{ rows: object[] }> {
  const at = nextTurn % jobTurns.length;
  nextTurn += 1;
  const answer = (jobTurns[at] ?? Promise.resolve()).then(() => connected().pool.query<object>(text, values));
  jobTurns[at] = answer.then(
    () => undefined,
    () => undefined,
  );
  return answer;
}

/**
 * Like `query`, for a statement that finds its rows by their keys: each connection plans it once, whatever the values are,
 * which halves what it costs PostgreSQL.
 */
export async function queryPrepared<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  const open = connected();
  const { text, values } = statement;
  if (!open.canPrepare) return query<Row>(statement);
  try {
    return await run<Row>(open, { name: nameOf(text), text, values });
  } catch (error) {
    if (!isNotPrepared(error)) throw error;
    log().warn("a pooler between here and the database keeps no prepared statements, so none are used");
    open.canPrepare = false;
    return query<Row>(statement);
  }
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `site_inbox_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/** How the pool's connections are: in use, free, and how many statements wait for one. */
export function openConnections(): { used: number; idle: number; waiting: number } {
  const { pool, shares } = connected();
  const { totalCount, idleCount, waitingCount } = pool;
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount + shares.waiting };
}

/** Asks whether the database answers. Where requests use the whole pool it asks over a connection of its own. */
export async function pingDatabase(): Promise<void> {
  const { pool } = connected();
  const ping: QueryConfig & { query_timeout: number } = { text: "SELECT 1", query_timeout: PING_MS };
  if (pool.idleCount > 0 || pool.totalCount < poolSize(env())) {
    await pool.query(ping);
    return;
  }
  const client = new Client({ connectionString: env().DATABASE_URL, connectionTimeoutMillis: PING_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(ping);
  } finally {
    await client.end();
  }
}

export async function closeDb(): Promise<void> {
  const open = shared.siteInboxDb;
  delete shared.siteInboxDb;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}
