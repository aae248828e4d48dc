import { createHash } from "node:crypto";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { appliedMigrations, hasRecord } from "../database/migrate.ts";
import { StartError } from "../process/start-error.ts";
import { fingerprint } from "./fingerprint.ts";
import {
  type BackupFoot,
  type BackupHead,
  type FilesForm,
  FORMAT,
  FORMAT_WITH_FILES,
  ROWS_END,
  type TableHead,
} from "./parts.ts";
import type { Progress } from "./report-progress.ts";
import { countingRows } from "./row-counter.ts";
import { listSequences, listTables } from "./tables.ts";

export type WrittenBackup = { tables: number; rows: number };

type Options = {
  /** What follows the tables: the files, which are read once the tables are written. */
  files?: { form: FilesForm; pieces(): AsyncIterable<Buffer | string> } | undefined;
  /** The service's secret, sealed. */
  secret?: string | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
};

/**
 * Yields everything in a database as the text of a backup, and returns how much that was. The connection is in a transaction,
 * whose snapshot it shows. Nothing is read before it's asked for.
 */
export async function* streamBackup(
  client: Client,
  { files, secret, onProgress }: Options = {},
): AsyncGenerator<Buffer, WrittenBackup> {
  const hash = createHash("sha256");
  const hashed = (piece: Buffer | string) => {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    hash.update(bytes);
    return bytes;
  };
  const line = (value: BackupHead | TableHead) => hashed(`${JSON.stringify(value)}\n`);

  if (!(await hasRecord(client))) throw new StartError("the database contains no Site Inbox data");
  const tables = await listTables(client);
  const migrations = [...(await appliedMigrations(client))].map(([name, { checksum }]) => ({ name, checksum }));
  const sequences = await listSequences(client);
  const createdAt = new Date().toISOString();
  const siteInboxBackup = files ? FORMAT_WITH_FILES : FORMAT;
  const more = { ...(files && { files: files.form }), ...(secret !== undefined && { secret }) };
  yield line({ siteInboxBackup, createdAt, migrations, sequences, tables: tables.length, ...more });
  let total = 0;
  for (const table of tables) {
    const { name, columns } = table;
    const { rows, checksum } = await fingerprint(client, table);
    yield line({ table: name, columns, rows, checksum });
    const count = countingRows((read) => onProgress?.({ step: "copying", table: name, rows: read, of: rows }));
    for await (const piece of client.query(copyTo(`COPY (SELECT ${columns.join(", ")} FROM ${name}) TO STDOUT`))) {
      count(piece);
      yield hashed(piece);
    }
    yield hashed(ROWS_END);
    total += rows;
  }
  if (files) for await (const piece of files.pieces()) yield hashed(piece);
  yield Buffer.from(`${JSON.stringify({ rows: total, sha256: hash.digest("hex") } satisfies BackupFoot)}\n`);
  return { tables: tables.length, rows: total };
}
