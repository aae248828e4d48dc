import { hostname } from "node:os";
import { newId } from "#platform/new-id.ts";
import { onOwnConnection } from "../database/own-connection.ts";

const KEPT_DAYS = 400;

/** What came of a good backup. */
export type BackupOutcome = {
  bytes: number;
  rows: number;
  files: number;
  missing: number;
  checked: "restore" | "read";
};

/** The last good backup of a target, as far as the database knows. */
export type LastBackup = { name: string; bytes: number; missing: number; isRecent: boolean };

/**
 * The table of backups, if the database has it: a newer version's command may run before the migration. Each call has a connection
 * of its own, because hours may pass between them.
 */
export class BackupRecords {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Records that a backup has begun, and that those before it, which didn't end, were interrupted. Returns its id. */
  async begin(target: string, name: string): Promise<string> {
    const id = newId();
    await this.#run(
      `WITH interrupted AS (
         UPDATE backups SET ended_at = now(), failure = 'interrupted' WHERE ended_at IS NULL
       ), old AS (
         DELETE FROM backups WHERE started_at < now() - make_interval(days => ${KEPT_DAYS})
       )
       INSERT INTO backups (id, target, host, name) VALUES ($1, $2, $3, $4)`,
      [id, target, hostname(), name],
    );
    return id;
  }

  async end(id: string, { bytes, rows, files, missing, checked }: BackupOutcome): Promise<void> {
    await this.#run(
      `UPDATE backups SET ended_at = now(), bytes = $2, rows = $3, files = $4, missing_files = $5, checked = $6
       WHERE id = $1 AND ended_at IS NULL`,
      [id, bytes, rows, files, missing, checked],
    );
  }

  async fail(id: string, failure: string): Promise<void> {
    await this.#run("UPDATE backups SET ended_at = now(), failure = $2 WHERE id = $1 AND ended_at IS NULL", [
      id,
      failure,
    ]);
  }

  /** Those of a clock that was ahead don't count. */
  async last(target: string): Promise<LastBackup | undefined> {
    const [row] = await this.#run<LastBackup>(
      `SELECT name, bytes::float8 AS bytes, missing_files AS missing,
         ended_at > now() - interval '5 minutes' AS "isRecent" FROM backups
       WHERE target = $1 AND ended_at <= now() AND failure IS NULL ORDER BY started_at DESC LIMIT 1`,
      [target],
    );
    return row;
  }

  #run<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return onOwnConnection(
      this.#url,
      async (client) => {
        const { rows } = await client.query<{ has: boolean }>("SELECT to_regclass('backups') IS NOT NULL AS has");
        return rows[0]?.has ? (await client.query<Row>(text, values)).rows : [];
      },
      "site-inbox-backup",
    );
  }
}
