import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { appliedChecksums, hasRecord } from "../migrate.ts";
import { connectionTo, open } from "../move/connection.ts";
import type { Progress } from "../move/copy-database.ts";
import { fingerprint } from "../move/fingerprint.ts";
import { countingRows } from "../move/row-counter.ts";
import { listSequences, listTables, type Table } from "../move/tables.ts";
import { StartError, startErrorFrom } from "../start-error.ts";
import { FORMAT, type Foot, type Head, ROWS_END, type TableHead } from "./parts.ts";
import { writeWholeFile } from "./whole-file.ts";

type Options = { url: string; path: string; signal: AbortSignal; onProgress?(progress: Progress): void };

export type Written = { tables: number; rows: number };

/**
 * Writes everything in a database into a file, as of one moment, while services go on working. The file exists only once
 * it's complete.
 */
export async function writeBackup({ url, path, signal, onProgress }: Options): Promise<Written> {
  const client = connectionTo(url);
  const end = () => client.end().catch(() => undefined);
  const cut = () => void end();
  signal.addEventListener("abort", cut, { once: true });
  try {
    signal.throwIfAborted();
    await open(client);
    // However long it takes, it locks no row: writes continue and aren't seen.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const written: Written = { tables: 0, rows: 0 };
    const pieces = Readable.from(read(client, written, onProgress), { objectMode: false });
    await writeWholeFile(path, (file) => pipeline(pieces, createGzip(), file, { signal }));
    return written;
  } catch (error) {
    if (signal.aborted) throw new StartError("it was ended before all was written, and no file was left");
    throw startErrorFrom(error, "no file was left");
  } finally {
    signal.removeEventListener("abort", cut);
    await end();
  }
}

async function* read(client: Client, written: Written, onProgress: Options["onProgress"]): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const hashed = (piece: Buffer | string) => {
    const bytes = Buffer.from(piece);
    hash.update(bytes);
    return bytes;
  };
  const line = (value: Head | TableHead) => hashed(`${JSON.stringify(value)}\n`);

  if (!(await hasRecord(client))) throw new StartError("there is nothing in the database to back up");
  const tables = await listTables(client);
  const migrations = [...(await appliedChecksums(client))].map(([name, checksum]) => ({ name, checksum }));
  const sequences = await listSequences(client);
  const createdAt = new Date().toISOString();
  yield line({ siteInboxBackup: FORMAT, createdAt, migrations, sequences, tables: tables.length });
  for (const table of tables) {
    const { name, columns } = table;
    const { rows, checksum } = await fingerprint(client, table);
    yield line({ table: name, columns, rows, checksum });
    const count = countingRows((read) => onProgress?.({ step: "copying", table: name, rows: read, of: rows }));
    for await (const piece of rowsOf(client, table)) {
      count(piece);
      yield hashed(piece);
    }
    yield hashed(ROWS_END);
    written.tables += 1;
    written.rows += rows;
  }
  yield Buffer.from(`${JSON.stringify({ rows: written.rows, sha256: hash.digest("hex") } satisfies Foot)}\n`);
}

const rowsOf = (client: Client, { name, columns }: Table): AsyncIterable<Buffer> =>
  client.query(copyTo(`COPY (SELECT ${columns.join(", ")} FROM ${name}) TO STDOUT`));
