import type { Client } from "pg";
import type { FileStore } from "#platform/storage/file-store.ts";
import { Tally } from "./tally.ts";

/** A content that a database knows. */
export type BackupContent = { key: string; size: number; hasThumbnails: boolean };

const ROWS_AT_ONCE = 500;
const STATS_AT_ONCE = 16;

/** Whether a database has the tables of files, which those of older versions lack. */
export async function knowsFiles(client: Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT 1 WHERE to_regclass('stored_files') IS NOT NULL");
  return rowCount === 1;
}

/** Yields the contents of files that a database knows, in pages. */
export async function* listContents(client: Client): AsyncGenerator<BackupContent[]> {
  if (!(await knowsFiles(client))) return;
  for (let after = ""; ; ) {
    const { rows } = await client.query<BackupContent>(
      `SELECT storage_key AS key, size, thumbnails = 'made' AS "hasThumbnails" FROM stored_files
       WHERE storage_key > $1 ORDER BY storage_key LIMIT ${ROWS_AT_ONCE}`,
      [after],
    );
    yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1)?.key ?? "";
  }
}

/** Returns those of some contents that are in a storage, in their size. Throws `StorageError` if it can't be read. */
export async function findInStore(store: FileStore, contents: BackupContent[]): Promise<BackupContent[]> {
  const found: BackupContent[] = [];
  for (let at = 0; at < contents.length; at += STATS_AT_ONCE) {
    const some = contents.slice(at, at + STATS_AT_ONCE);
    const stats = await Promise.all(some.map(({ key }) => store.stat(key)));
    found.push(...some.filter(({ size }, index) => stats[index]?.size === size));
  }
  return found;
}

/** What a storage has and lacks of the contents that a database knows, and in how many places of messages the latter are. */
export class FilesFound {
  readonly found = new Tally();
  readonly missing = new Tally();
  missingInMessages = 0;
}

/**
 * Looks for every content that a database knows in a storage. Throws `StorageError` if it can't be read. `onFound` gets those
 * that are there, page by page.
 */
export async function findContents(
  client: Client,
  store: FileStore,
  files: FilesFound,
  onFound: (contents: BackupContent[]) => Promise<void> = async () => undefined,
): Promise<void> {
  for await (const page of listContents(client)) {
    const found = new Set(await findInStore(store, page));
    const missing = page.filter((content) => !found.has(content));
    for (const content of found) files.found.add(content);
    for (const content of missing) files.missing.add(content);
    files.missingInMessages += await countInMessages(client, missing);
    await onFound([...found]);
  }
}

async function countInMessages(client: Client, missing: BackupContent[]): Promise<number> {
  if (missing.length === 0) return 0;
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM files f JOIN stored_files o ON o.hash = f.hash
     WHERE o.storage_key = ANY($1) AND f.message_id IS NOT NULL`,
    [missing.map(({ key }) => key)],
  );
  return rows[0]?.count ?? 0;
}
