import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { openThrowawayDatabase } from "../../tests/support/throwaway-database.ts";
import { cpuTime, parentOf } from "../measure/process-tree.ts";

export type MeasuredDatabase = {
  url: string;
  /** Runs one statement without values. */
  query(text: string): Promise<unknown>;
  /** Runs a statement that returns whether there's something left to do, as `busy`. */
  isBusy(question: string): Promise<boolean>;
  /** The CPU time of all of PostgreSQL's processes so far, in milliseconds. */
  cpuTime(): number;
  /** Resolves once everything that the requests so far left to do is done: jobs, indexing, vacuuming. */
  settle(): Promise<void>;
} & AsyncDisposable;

const LOOK_EVERY_MS = 250;
// Longer than what's sent in batches waits: notifications, rate limits, a connection's statistics.
const BATCHES_MS = 1_500;
const SETTLE_WITHIN_MS = 120_000;

const OTHERS_ARE_BUSY = `
  SELECT EXISTS (
    SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state <> 'idle' AND backend_type <> 'walsender'
  ) AS busy`;
const HAS_JOBS =
  "SELECT EXISTS (SELECT FROM pgboss.job WHERE state <= 'active' AND name IN ('mail', 'webhook', 'notification')) AS busy";
// Autovacuum's own thresholds. It's switched off here, since it would run in another one's round.
const TO_VACUUM = `
  SELECT format('%I.%I', t.schemaname, t.relname) AS name
  FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = t.relid
  WHERE n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
    OR n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)
    OR n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`;

/** Returns what reads the CPU time of all processes of a database's server, in milliseconds. */
export async function databaseCpu(url: string): Promise<() => number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return () => cpuTime(postmaster);
}

/** A database server of its own, as durable as a user's, whose CPU time can be read. */
export async function openMeasuredDatabase(): Promise<MeasuredDatabase> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.adopt(await openThrowawayDatabase({ durable: true }), ({ discard }) => discard());
  const client = new Client({ connectionString: url });
  await client.connect();
  stack.defer(() => client.end());
  await client.query("ALTER SYSTEM SET autovacuum = off");
  await client.query("SELECT pg_reload_conf()");
  const readCpu = await databaseCpu(url);
  const isBusy = async (question: string) => (await client.query<{ busy: boolean }>(question)).rows[0]?.busy ?? false;
  const hasQueues = async () => {
    const found = await client.query("SELECT FROM pg_tables WHERE schemaname = 'pgboss'");
    return found.rowCount !== 0;
  };
  const settle = async () => {
    await pause(BATCHES_MS);
    const questions = (await hasQueues()) ? [OTHERS_ARE_BUSY, HAS_JOBS] : [OTHERS_ARE_BUSY];
    const until = performance.now() + SETTLE_WITHIN_MS;
    for (const question of questions) {
      while (await isBusy(question)) {
        if (performance.now() > until) throw new Error(`there's work left after ${SETTLE_WITHIN_MS / 1000} s`);
        await pause(LOOK_EVERY_MS);
      }
    }
    const tables = await client.query<{ name: string }>(TO_VACUUM);
    for (const { name } of tables.rows) await client.query(`VACUUM (ANALYZE) ${name}`);
  };
  const kept = stack.move();
  return {
    url,
    query: (text) => client.query(text),
    isBusy,
    settle,
    cpuTime: readCpu,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
