import type { Client } from "pg";
import type { FileStore } from "#platform/storage/file-store.ts";

/** A content that a database knows. */
export type Content = { key: string; size: number; hasThumbnails: boolean };

const ROWS_AT_ONCE = 500;
const STATS_AT_ONCE = 16;

/** Yields the contents of files that a database knows, in pages. */
export async function* listContents(client: Client): AsyncGenerator<Content[]> {
  const { rows: found } = await client.query("SELECT 1 WHERE to_regclass('stored_files') IS NOT NULL");
  if (found.length === 0) return;
  for (let after = ""; ; ) {
    const { rows } = await client.query<Content>(
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
export async function findInStore(store: FileStore, contents: Content[]): Promise<Content[]> {
  const found: Content[] = [];
  for (let at = 0; at < contents.length; at += STATS_AT_ONCE) {
    const some = contents.slice(at, at + STATS_AT_ONCE);
    const stats = await Promise.all(some.map(({ key }) => store.stat(key)));
    found.push(...some.filter(({ size }, index) => stats[index]?.size === size));
  }
  return found;
}
