import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client, type Pool, type QueryConfig } from "pg";
import { type Prisma, PrismaClient } from "#prisma-client";
import { env, poolSize } from "../env.ts";
import { log } from "../log.ts";
import { countStatement } from "../metrics/count.ts";
import { processWide } from "../process-wide.ts";
import { Bulkhead } from "./bulkhead.ts";
import { isNotPrepared, sqlState, WriteConflict } from "./database-failure.ts";
import type { Statement } from "./fixed-statement.ts";
import { SESSION_TIMEOUTS, STATEMENT_TIMEOUT_MS, sessionAt } from "./session-settings.ts";
import { valueTypes } from "./timestamp-parser.ts";
import { openingWith, TransactionConnection, TransactionPool } from "./transaction-pool.ts";

const CONNECT_TIMEOUT_MS = 2_000;
// The server's own timeout comes first. A connection that is silent for longer has lost its server (a crash, a
// failover), so the pool drops it. Prisma's statements may take as long as deleting a site.
const SILENCE_MARGIN_MS = 1_000;
const SILENCE_MS = STATEMENT_TIMEOUT_MS + SILENCE_MARGIN_MS;
const LONG_SILENCE_MS = 70_000;
const PING_MS = 1_000;
const TRANSACTION_MAX_MS = 3_600_000;

type Connected = { pool: Pool; shares: Bulkhead; prisma: PrismaClient; canPrepare: boolean };

const shared = processWide("database", (): { connected?: Connected } => ({}))();

function connect(): Connected {
  const pool = new TransactionPool({
    ...sessionAt(env().DATABASE_URL),
    ...SESSION_TIMEOUTS,
    max: poolSize(env()),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "site-inbox",
    query_timeout: LONG_SILENCE_MS,
    keepAlive: true,
    types: valueTypes,
  });
  // The server closed an idle connection, and the pool has dropped it. Without a listener the event would end the
  // process.
  pool.on("error", ({ message }) => log().debug({ reason: message }, "an idle connection to the database has ended"));
  const shares = new Bulkhead(poolSize(env()), CONNECT_TIMEOUT_MS);
  return {
    pool,
    shares,
    prisma: new PrismaClient({ adapter: new PrismaPg(limitedPool(pool, shares)) }),
    canPrepare: true,
  };
}

/** The pool as Prisma's client sees it: its statements are counted, limited by kind, and time out, like those of `query`. */
function limitedPool(pool: Pool, shares: Bulkhead): Pool {
  const query = (config: QueryConfig) => {
    const limited: QueryConfig & { query_timeout: number } = { ...config, query_timeout: SILENCE_MS };
    return countStatement(() => shares.run(config.text, () => pool.query(limited)), sqlState);
  };
  return Object.create(pool, {
    query: { value: query },
    connect: { value: pool.connect.bind(pool) },
    on: { value: pool.on.bind(pool) },
    removeListener: { value: pool.removeListener.bind(pool) },
  }) as Pool;
}

function connected(): Connected {
  shared.connected ??= connect();
  return shared.connected;
}

/** The process's Prisma client. Connects on first use. */
export const db = (): PrismaClient => connected().prisma;

/** Runs one statement directly on the driver, at a fraction of the Prisma client's cost. */
export async function query<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  return run<Row>(connected(), { text: statement.text, values: statement.values });
}

async function run<Row extends object>({ pool, shares }: Connected, config: QueryConfig): Promise<Row[]> {
  const limited: QueryConfig & { query_timeout: number } = { ...config, query_timeout: SILENCE_MS };
  const { rows } = await countStatement(() => shares.run(config.text, () => pool.query<Row>(limited)), sqlState);
  return rows;
}

/** What sends SQL: a transaction, or `{ query }` alone. */
export type Querying = { query<Row extends object>(statement: Prisma.Sql): Promise<Row[]> };

/**
 * One transaction: Prisma's client, and SQL on the same connection. Its statements run one at a time. `afterCommit` registers what
 * follows from it outside the database, such as publishing a change: it runs once, in the order of registration, and never after
 * a rollback. It must neither wait nor fail.
 */
export type Transaction = Omit<Prisma.TransactionClient, `$${string}`> &
  Querying & {
    /** Like `query`, but planned once per connection. Behind a pooler that forgets plans, throws a conflict to be retried. */
    queryPrepared<Row extends object>(statement: Statement): Promise<Row[]>;
    afterCommit(followUp: () => void): void;
  };

/** Outside of a transaction: each statement is committed alone. */
export const alone: Pick<Transaction, "query" | "afterCommit"> = { query, afterCommit: (followUp) => followUp() };

/** How long each statement may take, and wait for a lock, if that isn't what every statement may. */
export type TransactionTimeouts = { statementMs: number; lockMs?: number };

/**
 * Runs `work` in a transaction, which is rolled back if it throws. Those with timeouts of their own don't hold up the
 * others.
 */
export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  timeouts?: TransactionTimeouts,
): Promise<T> {
  const open = connected();
  const { prisma, shares } = open;
  const followUps: (() => void)[] = [];
  const afterCommit = (followUp: () => void) => void followUps.push(followUp);
  const mostMs = Math.max(STATEMENT_TIMEOUT_MS, timeouts?.statementMs ?? 0);
  const connection = new TransactionConnection(mostMs + SILENCE_MARGIN_MS);
  const query = async <Row extends object>({ text, values }: Prisma.Sql) =>
    (await connection.query<Row>({ text, values })).rows;
  const queryPrepared = async <Row extends object>({ text, values }: Statement) => {
    try {
      const name = open.canPrepare ? { name: nameOf(text) } : {};
      return (await connection.query<Row>({ ...name, text, values })).rows;
    } catch (error) {
      if (!isNotPrepared(error)) throw error;
      stopPreparing(open);
      throw new WriteConflict();
    }
  };
  const run = async (client: Prisma.TransactionClient): Promise<T> => {
    if (timeouts) {
      const { statementMs, lockMs = 0 } = timeouts;
      await connection.query({
        text: `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}`,
      });
    }
    const more = {
      query: { value: query },
      queryPrepared: { value: queryPrepared },
      afterCommit: { value: afterCommit },
    };
    return work(Object.create(client, more) as Transaction);
  };
  const done = await shares.run(timeouts ? `BEGIN with ${timeouts.statementMs} ms` : "BEGIN", async () => {
    try {
      // Each statement has a timeout, so the whole needs none.
      const options = { maxWait: LONG_SILENCE_MS, timeout: TRANSACTION_MAX_MS };
      const result = await openingWith(connection, () => prisma.$transaction(run, options));
      // PostgreSQL rolls back instead if a statement has failed, even if `work` caught that.
      if (connection.wasRolledBack()) throw new Error("a transaction went on after one of its statements had failed");
      return result;
    } catch (error) {
      throw connection.connectError ?? connection.commitError ?? error;
    } finally {
      connection.release();
    }
  });
  for (const followUp of followUps) followUp();
  return done;
}

// pg-boss's workers look at the same time when they start, so they're capped at two connections.
const jobTurns = [Promise.resolve(), Promise.resolve()];
let nextTurn = 0;

/** Runs the job queue's own SQL, at most two at a time: one statement with values, or several without. */
export function queryForJobs(text: string, values?: unknown[]): Promise<{ rows: object[] }> {
  const at = nextTurn % jobTurns.length;
  nextTurn += 1;
  // Only what creates the queue's tables, which has no values, takes longer.
  const limited: QueryConfig & { query_timeout?: number } = {
    text,
    ...(values && { values, query_timeout: SILENCE_MS }),
  };
  const turn = (jobTurns[at] ?? Promise.resolve()).then(() => connected().pool.query<object>(limited));
  jobTurns[at] = turn.then(
    () => undefined,
    () => undefined,
  );
  return turn;
}

/**
 * Like `query`, for a statement that finds rows by their keys. Each connection plans it once, whatever the values,
 * which halves its cost to PostgreSQL. PostgreSQL plans each call again if a plan for the actual values seems cheaper, so
 * pass an array as `(SELECT ${array}::uuid[])`, which hides its length.
 */
export async function queryPrepared<Row extends object>({ text, values }: Statement): Promise<Row[]> {
  const open = connected();
  if (!open.canPrepare) return run<Row>(open, { text, values });
  try {
    return await run<Row>(open, { name: nameOf(text), text, values });
  } catch (error) {
    if (!isNotPrepared(error)) throw error;
    stopPreparing(open);
    return run<Row>(open, { text, values });
  }
}

function stopPreparing(open: Connected): void {
  if (open.canPrepare) log().warn("the connection pooler does not keep prepared statements; none are used");
  open.canPrepare = false;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `site_inbox_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/** Returns the pool's connections in use, the idle ones, and the number of waiting statements. */
export function openConnections(): { used: number; idle: number; waiting: number } {
  const { pool, shares } = connected();
  const { totalCount, idleCount, waitingCount } = pool;
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount + shares.waiting };
}

/** Checks that the database responds, on a connection of its own if requests use the whole pool. */
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
  const open = shared.connected;
  delete shared.connected;
  // Waits for transactions, which disconnecting the client would cancel.
  await open?.pool.end();
  await open?.prisma.$disconnect();
}
