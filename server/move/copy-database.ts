import { randomInt } from "node:crypto";
import { type Client, DatabaseError } from "pg";
import { migrateWithin } from "../migrate.ts";
import { StartError, startErrorFrom } from "../start-error.ts";
import { bareTables } from "./bare-tables.ts";
import { commit, OutcomeUnknown, tidy } from "./commit.ts";
import { connectionTo, giveRoomForIndexes, LONGEST_WAIT_FOR_LOCK, open } from "./connection.ts";
import { copyRows } from "./copy-rows.ts";
import { type Fingerprint, fingerprint } from "./fingerprint.ts";
import { findFilledTable, listSequences, listTables, setSequences, type Table } from "./tables.ts";

export type CopyOptions = {
  from: string;
  to: string;
  /** Of the migrations; others than the service's own are for tests. */
  folder?: string;
  signal?: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Has the last word on whether what was copied is kept. */
  beforeCommit?(): Promise<void>;
};

export type Progress =
  | { step: "copying"; table: string; rows: number; of: number }
  | { step: "indexing" | "comparing" };

/** What was copied, and the tables of the source that aren't the service's. */
export type Copied = { tables: number; rows: number; others: string[] };

const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Copies everything from one database to another that has nothing in it, as it is at one moment, and compares the two. The
 * other one keeps all of it or nothing; the first one is only read, and cannot be written to meanwhile.
 */
export async function copyDatabase(options: CopyOptions): Promise<Copied> {
  const { from, to, signal } = options;
  const [source, target] = [connectionTo(from), connectionTo(to)];
  // In the middle of a stream this cuts the connection.
  const end = () => Promise.all([source, target].map((client) => client.end().catch(() => undefined)));
  const cut = () => void end();
  signal?.addEventListener("abort", cut, { once: true });
  try {
    signal?.throwIfAborted();
    await Promise.all([open(source), open(target)]);
    await giveRoomForIndexes(target);
    return await copyAll(source, target, options);
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error;
    if (signal?.aborted) throw new StartError("it was ended before all was moved, and nothing was changed there");
    throw startErrorFrom(inPlainWords(error), "nothing was changed there");
  } finally {
    signal?.removeEventListener("abort", cut);
    await end();
  }
}

function inPlainWords(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) return error;
  return new StartError(
    `nothing was changed there: something else is at work in one of the two databases and did not finish within ${LONGEST_WAIT_FOR_LOCK}. If a move was ended just now, its last step may still be running: try again in a minute`,
  );
}

async function copyAll(
  source: Client,
  target: Client,
  { folder, onProgress, beforeCommit }: CopyOptions,
): Promise<Copied> {
  const candidates = await listTables(source);
  if (candidates.length === 0) throw new StartError("there are no tables to move");
  await source.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  // The first statement that reads is the moment that all others see: it has to come after the last write.
  await source.query(`LOCK TABLE ${candidates.map(({ name }) => name).join(", ")} IN SHARE MODE`);
  await target.query("BEGIN");
  await refuseSameDatabase(source, target);
  await refuseFilled(target, candidates);
  await migrateWithin(target, { folder });

  const there = new Set((await listTables(target)).map(({ name }) => name));
  const tables = candidates.filter(({ name }) => there.has(name));
  const bare = await bareTables(target, tables);
  const rows = await copyTables(source, target, tables, onProgress);
  onProgress?.({ step: "indexing" });
  await bare.restore();
  await beforeCommit?.();
  await commit(target);
  await tidy(target, tables);
  return {
    tables: tables.length,
    rows,
    others: candidates.filter(({ name }) => !there.has(name)).map(({ name }) => name),
  };
}

async function copyTables(
  source: Client,
  target: Client,
  tables: Table[],
  onProgress: CopyOptions["onProgress"],
): Promise<number> {
  const wanted = new Map<Table, Fingerprint>();
  for (const table of tables) {
    const of = await fingerprint(source, table);
    wanted.set(table, of);
    await copyRows(source, target, table, (rows) =>
      onProgress?.({ step: "copying", table: table.name, rows, of: of.rows }),
    );
  }
  await setSequences(target, await listSequences(source));
  onProgress?.({ step: "comparing" });
  for (const [table, { rows, checksum }] of wanted) {
    const found = await fingerprint(target, table);
    if (found.rows === rows && found.checksum === checksum) continue;
    throw new StartError(`what arrived of ${table.name} is not what was sent, so nothing was changed there`);
  }
  return [...wanted.values()].reduce((sum, { rows }) => sum + rows, 0);
}

// A lock by a number counts within one database: two sessions that can't both have it are in the same.
async function refuseSameDatabase(source: Client, target: Client): Promise<void> {
  const number = randomInt(2 ** 47);
  await source.query("SELECT pg_advisory_xact_lock($1)", [number]);
  const { rows } = await target.query<{ free: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS free", [number]);
  if (!rows[0]?.free) throw new StartError("that is the very database that the service has");
}

async function refuseFilled(target: Client, candidates: Table[]): Promise<void> {
  const wanted = new Set(candidates.map(({ name }) => name));
  const there = (await listTables(target)).filter(({ name }) => wanted.has(name));
  const filled = await findFilledTable(target, there);
  if (filled === undefined) return;
  throw new StartError(
    `the database there has data already (in ${filled}), and nothing of it was changed: name an empty one`,
  );
}
