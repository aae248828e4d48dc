import { randomInt } from "node:crypto";
import type { Client } from "pg";
import { StartError } from "../process/start-error.ts";
import { withConnection } from "./connection.ts";
import type { Progress } from "./report-progress.ts";
import { type Restored, restoreStream } from "./restore-stream.ts";
import { streamBackup } from "./stream-backup.ts";
import { listTables } from "./tables.ts";

type Options = {
  from: string;
  to: string;
  /** Of the migrations; others than the service's own are for tests. */
  folder?: string;
  signal?: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Runs last. Throwing rolls back the move. */
  beforeCommit?(): Promise<void>;
};

/**
 * Restores a backup of one database in another that has no data, without a file between them. The first one is only read, and
 * can't be written to meanwhile.
 */
export function moveDatabase({ from, to, signal, ...options }: Options): Promise<Restored> {
  const nothing = "nothing was changed there";
  const words = { signal, ended: `it was ended before all was moved, and ${nothing}`, failed: nothing };
  return withConnection(from, words, (source) =>
    withConnection(to, words, async (target) => {
      await lockTables(source);
      await refuseSameDatabase(source, target);
      return restoreStream(target, streamBackup(source), { ...options, filled });
    }),
  );
}

const filled = (table: string) =>
  `the target database already has data (in ${table}), so nothing was changed. Choose an empty one`;

// The first statement that reads sets the snapshot, so it has to come after the last write.
async function lockTables(source: Client): Promise<void> {
  const tables = await listTables(source);
  await source.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  if (tables.length === 0) return;
  await source.query(`LOCK TABLE ${tables.map(({ name }) => name).join(", ")} IN SHARE MODE`);
}

// An advisory lock counts within one database: two sessions that can't both have it are in the same.
async function refuseSameDatabase(source: Client, target: Client): Promise<void> {
  const number = randomInt(2 ** 47);
  await source.query("SELECT pg_advisory_xact_lock($1)", [number]);
  const { rows } = await target.query<{ free: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS free", [number]);
  if (!rows[0]?.free) throw new StartError("that's the database the service already uses");
}
