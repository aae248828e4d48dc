import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createGunzip, createGzip, type Gzip, type ZlibParams } from "node:zlib";
import type { OpenStorage } from "#platform/storage/storage.ts";
import { StartError, startErrorFrom } from "../process/start-error.ts";
import { withConnection } from "./connection.ts";
import { keepFiles } from "./keep-files.ts";
import type { FilesForm } from "./parts.ts";
import { damaged, readBackup } from "./read-backup.ts";
import type { Progress } from "./report-progress.ts";
import { checkFiles, FilesRestored, writeFiles } from "./restore-files.ts";
import { type Restored, restoreStream } from "./restore-stream.ts";
import { streamBackup, type WrittenBackup } from "./stream-backup.ts";
import { FilesWritten, streamFiles } from "./stream-files.ts";
import { writeWholeFile } from "./whole-file.ts";

type WriteOptions = {
  url: string;
  /** Takes the whole backup, and keeps it only if it ends without an error. */
  keep(backup: AsyncIterable<Buffer>): Promise<void>;
  signal: AbortSignal;
  /** Where the files of messages are. Without it, the backup has none. */
  storage?: OpenStorage | undefined;
  /** Whether files in a bucket are copied (BACKUP_FILES). Otherwise they're listed. */
  copiesBucket?: boolean | undefined;
  /** The service's secret, sealed (sealed-secret.ts). */
  secret?: string | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
};

/** Writes a backup into a file, which exists only once it's complete. */
export const writeBackupFile = ({ path, ...options }: Omit<WriteOptions, "keep"> & { path: string }) => {
  const keep = (backup: AsyncIterable<Buffer>) =>
    writeWholeFile(path, (file) => pipeline(backup, file, { signal: options.signal }));
  return writeBackup({ ...options, keep });
};

/** Writes everything in a database, as of one moment, and then the files of messages, while services go on working. */
export function writeBackup(options: WriteOptions): Promise<WrittenBackup & FilesWritten> {
  const { url, keep, signal, storage, copiesBucket = false, secret, onProgress } = options;
  const ended = "it was ended before all was written, and no file was left";
  return withConnection(url, { signal, ended, failed: "no file was left" }, async (client) => {
    await using _ = storage && (await keepFiles(url));
    // However long it takes, it locks no row: writes continue and aren't seen.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const written = Object.assign(new FilesWritten(), { tables: 0, rows: 0 });
    const packed = createGzip() as PackedText;
    // The operators of buckets have their own backups.
    const form: FilesForm = storage?.kind === "bucket" && !copiesBucket ? "listed" : "contained";
    async function* pieces({ store }: OpenStorage) {
      // The files may take hours, for which the snapshot would keep PostgreSQL from cleaning up.
      await client.query("COMMIT");
      await storeUncompressed(packed);
      yield* streamFiles(client, { store, form, onProgress }, written);
    }
    const files = storage && { form, pieces: () => pieces(storage) };
    async function* text() {
      Object.assign(written, yield* streamBackup(client, { files, secret, onProgress }));
    }
    const packing = pipeline(text, packed, { signal });
    packing.catch(() => undefined);
    try {
      // What fails in the text fails here too, when the rest of it is read.
      await keep(packed);
    } catch (error) {
      packed.destroy();
      throw error;
    }
    await packing;
    return written;
  });
}

// Node's types lack that a Gzip has it too.
type PackedText = Gzip & ZlibParams;

// Pictures, audio and video are compressed already.
const storeUncompressed = (packed: PackedText): Promise<void> =>
  promisify(packed.params.bind(packed))(constants.Z_NO_COMPRESSION, constants.Z_DEFAULT_STRATEGY);

type RestoreOptions = {
  /** Opens the backup, from its beginning. */
  open(): Promise<Readable>;
  url: string;
  /** Whether the backup may take the place of what is in the database. */
  replace: boolean;
  /** Where the files of messages belong. Without it, they're neither restored nor looked for. */
  storage?: OpenStorage | undefined;
  signal?: AbortSignal;
  onProgress?(progress: Progress): void;
  /** Runs last. Throwing rolls back what was restored. */
  beforeCommit?(): Promise<void>;
};

/** Restores a backup from a file. */
export const restoreBackupFile = ({ path, ...options }: Omit<RestoreOptions, "open"> & { path: string }) =>
  restoreBackup({ ...options, open: async () => createReadStream(path) });

/**
 * Restores a backup: all of its rows or nothing, after its files. The whole file is read once before anything is touched. A
 * file that was written is no harm if the rest fails: the next try finds it.
 */
export function restoreBackup(options: RestoreOptions): Promise<Restored & { files: FilesRestored }> {
  const { open, url, replace, signal, storage, onProgress, beforeCommit } = options;
  const ended = "it was ended before all was restored, and nothing was changed";
  return withConnection(url, { signal, ended, failed: "nothing was changed" }, async (client) => {
    await verifyBackup(await open(), signal);
    await using text = readPacked(await open(), signal);
    const files = new FilesRestored();
    const restored = await restoreStream(client, text, {
      filled: replace ? "replace" : filled,
      onProgress,
      beforeCommit,
      async restoreFiles(contents, form) {
        if (!storage) return;
        if (form === "contained") await writeFiles(contents, { storage, onProgress }, files);
        await checkFiles(client, storage, files);
      },
    });
    return { ...restored, files };
  });
}

/** Reads a backup to its end. Throws StartError if it isn't as it was written. */
export async function verifyBackup(packed: Readable, signal?: AbortSignal): Promise<void> {
  await using text = readPacked(packed, signal);
  const { tables, files } = await readBackup(text);
  for await (const _ of tables);
  for await (const _ of files);
}

const filled = (table: string) =>
  `the database already has data (in ${table}), so nothing was changed. To replace it with the backup and lose what it has now, add --replace`;

/** Returns the sealed secrets of a backup, if it has them. */
export async function readSealedSecrets(packed: Readable): Promise<string | undefined> {
  await using text = readPacked(packed);
  return (await readBackup(text)).head.secret;
}

/** Whether a file is a backup, by its beginning. */
export async function isBackup(path: string): Promise<boolean> {
  await using text = readPacked(createReadStream(path));
  return readBackup(text).then(
    () => true,
    () => false,
  );
}

/** Yields the text of a backup. Throws StartError if it can't be read. */
export async function* readPacked(packed: Readable, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const text = createGunzip();
  const unpacked = pipeline(packed, text, { signal }).catch((error) => text.destroy(error));
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
