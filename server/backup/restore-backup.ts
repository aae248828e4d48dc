import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { appliedChecksums, hasRecord, type Migration, migrateWithin, readMigrations } from "../migrate.ts";
import { bareTables } from "../move/bare-tables.ts";
import { commit, OutcomeUnknown, tidy } from "../move/commit.ts";
import { connectionTo, giveRoomForIndexes, open } from "../move/connection.ts";
import type { Progress } from "../move/copy-database.ts";
import { fingerprint } from "../move/fingerprint.ts";
import { countingRows } from "../move/row-counter.ts";
import { findFilledTable, listTables, setSequences, type Table } from "../move/tables.ts";
import { StartError, startErrorFrom } from "../start-error.ts";
import { readBackup } from "./backup-reader.ts";
import type { Head, TableHead } from "./parts.ts";
import { verifyBackup } from "./verify-backup.ts";

type Options = {
  path: string;
  url: string;
  /** Whether the backup may take the place of what is in the database. */
  replace: boolean;
  signal?: AbortSignal;
  /** Of the migrations; others than the service's own are for tests. */
  folder?: string;
  onProgress?(progress: Progress): void;
  /** Has the last word on whether what was restored is kept. */
  beforeCommit?(): Promise<void>;
};

export type Restored = { tables: number; rows: number; createdAt: string; leftOut: string[] };

/**
 * Puts what is in a backup into a database, and brings it to the newest schema: all of it or nothing. The whole file is read
 * once before anything is touched.
 */
export async function restoreBackup(options: Options): Promise<Restored> {
  const { path, url, signal, folder } = options;
  const head = await verifyBackup(path, signal).catch((error: unknown) => {
    throw signal?.aborted ? ended() : error;
  });
  const migrations = await readMigrations(folder);
  refuseUnknown(head, migrations);
  const client = connectionTo(url);
  const end = () => client.end().catch(() => undefined);
  const cut = () => void end();
  signal?.addEventListener("abort", cut, { once: true });
  try {
    signal?.throwIfAborted();
    await open(client);
    await giveRoomForIndexes(client);
    return await restoreWithin(client, migrations, options);
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error;
    if (signal?.aborted) throw ended();
    throw startErrorFrom(error, "nothing was changed");
  } finally {
    signal?.removeEventListener("abort", cut);
    await end();
  }
}

const ended = () => new StartError("it was ended before all was restored, and nothing was changed");

function refuseUnknown({ migrations }: Head, known: Migration[]): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const foreign = migrations.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (!foreign) return;
  throw new StartError(
    `the backup is of a newer version of Site Inbox, or of another one: this one does not know its migration ${foreign.name}`,
  );
}

async function restoreWithin(client: Client, migrations: Migration[], options: Options): Promise<Restored> {
  const { path, folder, signal, onProgress, beforeCommit } = options;
  await client.query("BEGIN");
  await clear(client, migrations, options);

  let tables: Table[] = [];
  let bare: Awaited<ReturnType<typeof bareTables>> | undefined;
  const found: TableHead[] = [];
  const leftOut: string[] = [];
  const head = await readBackup(
    path,
    {
      async head(read) {
        // As it was when the backup was made: what has changed since is done to its rows as it was to all others.
        await migrateWithin(client, { folder, only: new Set(read.migrations.map(({ name }) => name)) });
        tables = await listTables(client);
        bare = await bareTables(client, tables);
      },
      async table(read, rows) {
        const table = tables.find(({ name }) => name === read.table);
        if (table) found.push(read);
        else leftOut.push(read.table);
        await load(client, table && { name: table.name, columns: knownColumns(table, read) }, rows, (count) =>
          onProgress?.({ step: "copying", table: read.table, rows: count, of: read.rows }),
        );
      },
    },
    signal,
  );
  await setSequences(client, head.sequences);
  onProgress?.({ step: "indexing" });
  await bare?.restore();
  onProgress?.({ step: "comparing" });
  for (const { table, columns, rows, checksum } of found) {
    const there = await fingerprint(client, { name: table, columns });
    if (there.rows === rows && there.checksum === checksum) continue;
    throw new StartError(`what arrived of ${table} is not what is in the file, so nothing was changed`);
  }
  await migrateWithin(client, { folder });
  await beforeCommit?.();
  await commit(client);
  await tidy(client, await listTables(client));
  const rows = found.reduce((sum, table) => sum + table.rows, 0);
  return { tables: found.length, rows, createdAt: head.createdAt, leftOut };
}

// They become part of a statement, so only what the catalog calls a column is one.
function knownColumns({ name, columns }: Table, { columns: wanted }: TableHead): string[] {
  const unknown = wanted.find((column) => !columns.includes(column));
  if (unknown === undefined) return wanted;
  throw new StartError(`the file is damaged (${name} has no column ${unknown}), and nothing was changed`);
}

async function load(
  client: Client,
  table: Table | undefined,
  rows: AsyncIterable<Buffer>,
  onRows: (rows: number) => void,
): Promise<void> {
  const count = countingRows(onRows);
  async function* counted() {
    for await (const piece of rows) {
      count(piece);
      yield piece;
    }
  }
  if (table) {
    await pipeline(counted, client.query(copyFrom(`COPY ${table.name} (${table.columns.join(", ")}) FROM STDIN`)));
    return;
  }
  for await (const _ of rows);
}

const MADE = /^CREATE\s+(?:OR\s+REPLACE\s+)?(?:UNLOGGED\s+)?(TABLE|FUNCTION)\s+(?:IF\s+NOT\s+EXISTS\s+)?"(\w+)"/gim;

/** Takes away the service's own tables and functions, where that is allowed or nothing is in them; nothing else. */
async function clear(client: Client, migrations: Migration[], { replace }: Options): Promise<void> {
  const made = migrations.flatMap(({ sql }) => [...sql.matchAll(MADE)]);
  const namesOf = (kind: string) =>
    new Set(made.filter(([, of]) => of?.toUpperCase() === kind).map(([, , name]) => name));
  const own = namesOf("TABLE");
  const there = (await listTables(client)).filter(({ name }) => own.has(name));
  const filled = await findFilledTable(client, there);
  if (filled !== undefined && !replace) {
    throw new StartError(
      `the database has data already (in ${filled}), and nothing was changed. To put the backup in its place, so that what is there now is lost, add --replace`,
    );
  }
  await refuseNewer(client, migrations);
  // Those too that no backup has.
  const names = [...own, "_prisma_migrations"].map((name) => `"${name}"`);
  await client.query(`DROP TABLE IF EXISTS ${names.join(", ")}`);
  for (const name of namesOf("FUNCTION")) await client.query(`DROP FUNCTION IF EXISTS "${name}"`);
}

async function refuseNewer(client: Client, migrations: Migration[]): Promise<void> {
  if (!(await hasRecord(client))) return;
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...(await appliedChecksums(client)).keys()].find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new StartError(
    `the database is newer than this version of Site Inbox: it has the migration ${unknown}. Nothing was changed`,
  );
}
