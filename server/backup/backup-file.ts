import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { StartError, startErrorFrom } from "../start-error.ts";
import { withConnection } from "./connection.ts";
import { damaged, readBackup } from "./read-backup.ts";
import type { Progress } from "./report-progress.ts";
import { type Restored, restoreStream } from "./restore-stream.ts";
import { streamBackup, type Written } from "./stream-backup.ts";
import { writeWholeFile } from "./whole-file.ts";

type WriteOptions = { url: string; path: string; signal: AbortSignal; onProgress?(progress: Progress): void };

/**
 * Writes everything in a database into a file, as of one moment, while services go on working. The file exists only once
 * it's complete.
 */
export function writeBackup({ url, path, signal, onProgress }: WriteOptions): Promise<Written> {
  const ended = "it was ended before all was written, and no file was left";
  return withConnection(url, { signal, ended, failed: "no file was left" }, async (client) => {
    // However long it takes, it locks no row: writes continue and aren't seen.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const written: Written = { tables: 0, rows: 0 };
    async function* text() {
      Object.assign(written, yield* streamBackup(client, onProgress));
    }
    await writeWholeFile(path, (file) => pipeline(text, createGzip(), file, { signal }));
    return written;
  });
}

type RestoreOptions = {
  path: string;
  url: string;
  /** Whether the backup may take the place of what is in the database. */
  replace: boolean;
  signal?: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Has the last word on whether what was restored is kept. */
  beforeCommit?(): Promise<void>;
};

/** Restores a backup: all of it or nothing. The whole file is read once before anything is touched. */
export function restoreBackup({ path, url, replace, signal, ...options }: RestoreOptions): Promise<Restored> {
  const ended = "it was ended before all was restored, and nothing was changed";
  return withConnection(url, { signal, ended, failed: "nothing was changed" }, async (client) => {
    await verifyBackup(path, signal);
    await using text = readBackupFile(path, signal);
    return await restoreStream(client, text, { ...options, filled: replace ? "replace" : filled });
  });
}

async function verifyBackup(path: string, signal?: AbortSignal): Promise<void> {
  await using text = readBackupFile(path, signal);
  const { tables } = await readBackup(text);
  for await (const _ of tables);
}

const filled = (table: string) =>
  `the database already has data (in ${table}), so nothing was changed. To replace it with the backup and lose what it has now, add --replace`;

/** Whether a file is a backup, by its beginning. */
export async function isBackup(path: string): Promise<boolean> {
  await using text = readBackupFile(path);
  return readBackup(text).then(
    () => true,
    () => false,
  );
}

/** Yields the text in a file. Throws StartError if it can't be read. */
async function* readBackupFile(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const text = createGunzip();
  const unpacked = pipeline(createReadStream(path), text, { signal }).catch((error) => text.destroy(error));
  try {
    yield* text;
  } catch (error) {
    throw signal?.aborted ? error : fileError(error);
  } finally {
    text.destroy();
    await unpacked;
  }
}

function fileError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return new StartError("there is no such file");
  if (code === "EISDIR") return new StartError("that is a folder, not a file");
  if (/^E[A-Z]+$/.test(code)) return startErrorFrom(error, "the file cannot be read");
  if (code === "Z_DATA_ERROR" || code === "Z_BUF_ERROR") return damaged("it cannot be unpacked", error);
  return error;
}
