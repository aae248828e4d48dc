import type { Client } from "pg";
import { hashInKey, readHash } from "#platform/storage/file-store.ts";
import type { OpenStorage } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import { StartError } from "../process/start-error.ts";
import { type BackupContent, FilesFound, findContents } from "./contents.ts";
import { type BackupFile, damaged } from "./read-backup.ts";
import type { Progress } from "./report-progress.ts";
import { Tally } from "./tally.ts";

/** The result: the files written, the ones already there, and the ones that messages name but the storage lacks. */
export class FilesRestored extends FilesFound {
  readonly written = new Tally();
  readonly kept = new Tally();
  /** Another content has their place. It was left as it is. */
  readonly different = new Tally();
}

type Target = { storage: OpenStorage; onProgress?: ((progress: Progress) => void) | undefined };

/** Writes the files of a backup into the storage, without changing any that's there. Throws StartError if it can't. */
export async function writeFiles(
  files: AsyncIterable<BackupFile>,
  { storage, onProgress }: Target,
  restored: FilesRestored,
): Promise<void> {
  for await (const file of files) {
    const outcome = await inStorage(storage, () => writeFile(file, storage));
    if (outcome !== "incomplete") restored[outcome].add({ key: file.file, size: file.size });
    const count = restored.written.count + restored.kept.count;
    onProgress?.({ step: "files", files: count, bytes: restored.written.bytes + restored.kept.bytes });
  }
}

async function writeFile({ file: key, content }: BackupFile, { store, receive }: OpenStorage) {
  const hash = hashIn(key);
  if (await store.stat(key)) return (await readHash(store, key)) === hash ? "kept" : "different";
  await using received = await receive(content, { limit: Number.MAX_SAFE_INTEGER });
  // The backup couldn't read it whole.
  if (received.hash !== hash) return "incomplete";
  await store.put(received, key);
  return "written";
}

function hashIn(key: string): string {
  try {
    return hashInKey(key);
  } catch (error) {
    throw damaged("a file has an invalid name", error);
  }
}

/**
 * Looks for every content that the database names, and leaves thumbnails that aren't there to be drawn again. `client` is in
 * the transaction of the restore.
 */
export const checkFiles = (client: Client, storage: OpenStorage, restored: FilesRestored): Promise<void> =>
  inStorage(storage, () =>
    findContents(client, storage.store, restored, (contents) => drawAgain(client, storage, contents)),
  );

const THUMBNAILS = ["-small", "-large"];

async function drawAgain(client: Client, { store }: OpenStorage, contents: BackupContent[]): Promise<void> {
  const keys: string[] = [];
  for (const { key, hasThumbnails } of contents) {
    if (!hasThumbnails) continue;
    const stats = await Promise.all(THUMBNAILS.map((name) => store.stat(key + name)));
    if (stats.includes(null)) keys.push(key);
  }
  await client.query(
    `UPDATE stored_files SET thumbnails = 'waiting', thumbnails_due_at = now(), thumbnail_tries = 0
     WHERE storage_key = ANY($1)`,
    [keys],
  );
}

async function inStorage<T>({ name }: OpenStorage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const what = error.failure === "full" ? "has too little space left" : `can't be used (${error.message})`;
    throw new StartError(`the file storage, ${name}, ${what}, so the database was left unchanged. Run this again`);
  }
}
