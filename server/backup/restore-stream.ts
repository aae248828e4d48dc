import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { appliedMigrations, hasRecord, type Migration, migrateWithin, readMigrations } from "../database/migrate.ts";
import { StartError } from "../process/start-error.ts";
import { bareTables } from "./bare-tables.ts";
import { commit, tidy } from "./commit.ts";
import { fingerprint } from "./fingerprint.ts";
import type { BackupHead, FilesForm, TableHead } from "./parts.ts";
import { type BackupFile, readBackup } from "./read-backup.ts";
import type { Progress } from "./report-progress.ts";
import { countingRows } from "./row-counter.ts";
import { findFilledTable, listTables, setSequences, type Table } from "./tables.ts";

type Options = {
  /** Whether data that's already in the database may be lost, or else what the error says about it. */
  filled: "replace" | ((table: string) => string);
  /** Of the migrations; others than the service's own are for tests. */
  folder?: string | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Restores the files, in the database's transaction, when all rows are there. */
  restoreFiles?: ((files: AsyncIterable<BackupFile>, form: FilesForm | undefined) => Promise<void>) | undefined;
  /** Runs last. Throwing rolls back what was restored. */
  beforeCommit?: (() => Promise<void>) | undefined;
};

/** What arrived, and the tables that aren't Site Inbox's and were left out. */
export type Restored = { tables: number; rows: number; createdAt: string; leftOut: string[] };

/**
 * Restores the text of a backup, compares every table with it, and brings the database to the newest schema: all of it or
 * nothing. Rows go from one stream into the other.
 */
export async function restoreStream(client: Client, text: AsyncIterable<Buffer>, options: Options): Promise<Restored> {
  const { filled, folder, onProgress, restoreFiles, beforeCommit } = options;
  const migrations = await readMigrations(folder);
  const { head, tables, files } = await readBackup(text);
  refuseUnknown(head, migrations);
  await client.query("BEGIN");
  await clear(client, migrations, filled);
  const foreign = new Set((await listTables(client)).map(({ name }) => name));
  // As it was when the backup was made: later migrations change its rows like all others.
  await migrateWithin(client, { folder, only: new Set(head.migrations.map(({ name }) => name)) });
  const own = (await listTables(client)).filter(({ name }) => !foreign.has(name));
  const bare = await bareTables(client, own);

  const loaded: TableHead[] = [];
  const leftOut: string[] = [];
  for await (const { content, ...read } of tables) {
    const table = own.find(({ name }) => name === read.table);
    if (!table) {
      leftOut.push(read.table);
      continue;
    }
    const onRows = (rows: number) => onProgress?.({ step: "copying", table: read.table, rows, of: read.rows });
    await load(client, { name: table.name, columns: knownColumns(table, read) }, content, onRows);
    loaded.push(read);
  }
  await setSequences(client, head.sequences);
  onProgress?.({ step: "indexing" });
  await bare.restore();
  onProgress?.({ step: "comparing" });
  for (const { table, columns, rows, checksum } of loaded) {
    const there = await fingerprint(client, { name: table, columns });
    if (there.rows === rows && there.checksum === checksum) continue;
    throw new StartError(`the table ${table} doesn't match its checksum, so nothing was changed`);
  }
  await migrateWithin(client, { folder });
  await restoreFiles?.(files, head.files);
  // Its end is the backup's, with the checksum.
  for await (const _ of files);
  await beforeCommit?.();
  await commit(client);
  await tidy(client, await listTables(client));
  const rows = loaded.reduce((sum, table) => sum + table.rows, 0);
  return { tables: loaded.length, rows, createdAt: head.createdAt, leftOut };
}

function refuseUnknown({ migrations }: BackupHead, known: Migration[]): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const foreign = migrations.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (!foreign) return;
  throw new StartError(
    `the data is from a newer or different version of Site Inbox: this version doesn't have its migration ${foreign.name}. Nothing was changed`,
  );
}

// They become part of a statement, so only what the catalog calls a column is one.
function knownColumns({ name, columns }: Table, { columns: wanted }: TableHead): string[] {
  const unknown = wanted.find((column) => !columns.includes(column));
  if (unknown === undefined) return wanted;
  throw new StartError(`the file is damaged (${name} has no column ${unknown}), and nothing was changed`);
}

async function load(
  client: Client,
  { name, columns }: Table,
  content: AsyncIterable<Buffer>,
  onRows: (rows: number) => void,
): Promise<void> {
  const count = countingRows(onRows);
  async function* counted() {
    for await (const piece of content) {
      count(piece);
      yield piece;
    }
  }
  await pipeline(counted, client.query(copyFrom(`COPY ${name} (${columns.join(", ")}) FROM STDIN`)));
}

const MADE = /^CREATE\s+(?:OR\s+REPLACE\s+)?(?:UNLOGGED\s+)?(TABLE|FUNCTION)\s+(?:IF\s+NOT\s+EXISTS\s+)?"(\w+)"/gim;

/** Drops the service's own tables and functions, if that's allowed or they're empty, and nothing else. */
async function clear(client: Client, migrations: Migration[], filled: Options["filled"]): Promise<void> {
  const made = migrations.flatMap(({ sql }) => [...sql.matchAll(MADE)]);
  const namesOf = (kind: string) =>
    new Set(made.filter(([, of]) => of?.toUpperCase() === kind).map(([, , name]) => name));
  const own = namesOf("TABLE");
  const there = (await listTables(client)).filter(({ name }) => own.has(name));
  const table = await findFilledTable(client, there);
  if (table !== undefined && filled !== "replace") throw new StartError(filled(table));
  await refuseNewer(client, migrations);
  // Also the tables that no backup contains.
  const names = [...own, "_prisma_migrations"].map((name) => `"${name}"`);
  await client.query(`DROP TABLE IF EXISTS ${names.join(", ")}`);
  for (const name of namesOf("FUNCTION")) await client.query(`DROP FUNCTION IF EXISTS "${name}"`);
}

async function refuseNewer(client: Client, migrations: Migration[]): Promise<void> {
  if (!(await hasRecord(client))) return;
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...(await appliedMigrations(client)).keys()].find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new StartError(
    `the database is newer than this version of Site Inbox: it has the migration ${unknown}. Nothing was changed`,
  );
}
