import { Client } from "pg";
import { sessionAt } from "#platform/database/session-settings.ts";
import { StartError } from "../process/start-error.ts";

/** Held by the one process that makes a backup. An arbitrary number of ours, as in server/database/migrate.ts. */
export const BACKUP_RUN_LOCK = 72_707_373;
// A host that vanished frees it within a minute.
const NOTICE_A_LOST_HOST = `SET LOCAL tcp_keepalives_idle = 30; SET LOCAL tcp_keepalives_interval = 10; SET LOCAL tcp_keepalives_count = 3`;

export type RunLock = AsyncDisposable & {
  /** Aborted if the lock is lost: another process may begin then. */
  lost: AbortSignal;
};

export class AnotherRuns extends StartError {}

/** Makes this the one process that makes a backup of the database. Throws `AnotherRuns` if another one does. */
export async function takeRunLock(url: string): Promise<RunLock> {
  const client = new Client({ ...sessionAt(url), application_name: "site-inbox-backup", keepAlive: true });
  const lost = new AbortController();
  const lose = () => lost.abort(new StartError("the connection that held the lock was lost"));
  client.on("error", lose);
  const end = async () => {
    client.off("end", lose);
    await client.end().catch(() => undefined);
  };
  try {
    await client.connect();
    client.on("end", lose);
    // A transaction lock, because a pooler may give each transaction another session. It holds no snapshot.
    await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
    await client
      .query(`SAVEPOINT keepalives; ${NOTICE_A_LOST_HOST}`)
      .catch(() => client.query("ROLLBACK TO keepalives"));
    const { rows } = await client.query<{ isFree: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isFree"', [
      BACKUP_RUN_LOCK,
    ]);
    if (!rows[0]?.isFree) throw new AnotherRuns("another backup of this database is running");
    return { lost: lost.signal, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}
