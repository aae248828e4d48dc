import { Client } from "pg";
import { BACKUP_LOCK } from "#lib/files/files/backup-lock.ts";
import { sessionAt } from "#platform/database/session-settings.ts";
import { StartError } from "../process/start-error.ts";

/**
 * Keeps the contents of files in the storage until `end`, so that what a backup of the database names is still there. If this
 * process is killed, PostgreSQL ends it.
 */
export async function keepFiles(url: string): Promise<AsyncDisposable> {
  const client = new Client({ ...sessionAt(url), application_name: "site-inbox-backup", keepAlive: true });
  // If the lock is lost, removed files are reported as missing.
  client.on("error", () => undefined);
  const end = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    // A transaction lock, because a pooler may give each transaction another session. It holds no snapshot.
    await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
    await client.query("SELECT pg_advisory_xact_lock_shared($1)", [BACKUP_LOCK]);
    return { [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Keeps backups waiting until the end of the client's transaction. Refuses if one is running. */
export async function keepBackupsOut(client: Client): Promise<void> {
  await client.query("BEGIN");
  const { rows } = await client.query<{ isFree: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isFree"', [
    BACKUP_LOCK,
  ]);
  if (!rows[0]?.isFree) throw new StartError("a backup is running. Wait until it has ended");
}
