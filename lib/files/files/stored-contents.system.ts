import { Readable } from "node:stream";
import { query, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork, wakeWork } from "#platform/jobs/repeated-work.ts";
import { log } from "#platform/log.ts";
import { processWide } from "#platform/process-wide.ts";
import { fileStore, receiveFile, removeAbandonedFiles } from "#platform/storage/storage.ts";
import { Prisma } from "#prisma-client";
import { BACKUP_LOCK, KEPT_FOR_BACKUP_HOURS } from "./backup-lock.ts";

/*
 * A content is removed in three steps that can each be repeated: nothing names its row, its row becomes a key in
 * `removed_objects`, its object is gone. A kill in between leaves a row, or an object that the sweep finds. While a backup
 * runs, the rows wait, and so their objects stay.
 */
const AT_ONCE = 200;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEYS_AT_ONCE = 500;
const EVERY_MS = 10_000;

// Whether an upload, `f`, goes with a scheduled reply, or with one that was taken back to be edited. Not EXISTS, which could be
// planned as a join that reads all of them.
const IS_SCHEDULED = Prisma.sql`(
  SELECT true FROM scheduled_replies r WHERE r.user_id = f.user_id AND f.id = ANY (r.file_ids)
    AND (r.state <> 'undone' OR r.updated_at > now() - interval '1 hour') LIMIT 1
)`;

/** Deletes uploads that neither a message nor a scheduled reply has named within an hour. Returns how many. */
export async function deleteUnnamedUploads(): Promise<number> {
  const [row] = await query<{ count: number }>(Prisma.sql`
    WITH deleted AS (
      DELETE FROM files WHERE id IN (
        SELECT id FROM files f WHERE message_id IS NULL AND created_at < now() - interval '1 hour' AND ${IS_SCHEDULED} IS NULL
        LIMIT ${AT_ONCE} FOR UPDATE OF f SKIP LOCKED
      ) RETURNING id
    )
    SELECT count(*)::int AS count FROM deleted`);
  return row?.count ?? 0;
}

// Whether a content, `o`, is a file's, a logo, a photo or a received email.
const IS_NAMED = Prisma.sql`(
  EXISTS (SELECT FROM files f WHERE f.hash = o.hash) OR EXISTS (SELECT FROM sites s WHERE s.logo_hash = o.hash)
  OR EXISTS (SELECT FROM users u WHERE u.photo_hash = o.hash)
  OR EXISTS (SELECT FROM received_mails r WHERE r.raw_hash = o.hash)
)`;

/** Deletes the rows of some contents that nothing names, and leaves their keys to be removed. Returns how many were looked at. */
async function dropAbandoned(): Promise<number> {
  return retryingConflicts(() =>
    transaction(async (tx) => {
      // Until the end of the transaction, so a backup that starts meanwhile doesn't see the row.
      const [lock] = await tx.query<{ isFree: boolean }>(Prisma.sql`
        SELECT pg_try_advisory_xact_lock(${BACKUP_LOCK}) AS "isFree"`);
      const due = lock?.isFree
        ? Prisma.sql`abandoned_at IS NOT NULL`
        : Prisma.sql`abandoned_at < now() - make_interval(hours => ${KEPT_FOR_BACKUP_HOURS})`;
      // An upload of the same content waits for this lock, and stores the content again if its row is gone then.
      const locked = await tx.query<{ hash: string }>(Prisma.sql`
        SELECT hash FROM stored_files WHERE ${due}
        ORDER BY abandoned_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`);
      if (locked.length === 0) return 0;
      const hashes = locked.map(({ hash }) => hash);
      // A separate statement, so it sees commits from before the locks were taken.
      await tx.query(Prisma.sql`
        WITH dropped AS (
          DELETE FROM stored_files o WHERE o.hash = ANY(${hashes}::text[]) AND NOT ${IS_NAMED}
          RETURNING o.storage_key, o.thumbnails
        ), kept AS (
          UPDATE stored_files o SET abandoned_at = NULL WHERE o.hash = ANY(${hashes}::text[]) AND ${IS_NAMED}
        )
        INSERT INTO removed_objects (storage_key)
        SELECT storage_key FROM dropped
        UNION ALL SELECT storage_key || size FROM dropped, unnest(ARRAY['-small', '-large']) AS size WHERE thumbnails <> 'none'
        ON CONFLICT DO NOTHING`);
      return locked.length;
    }),
  );
}

/** Removes objects whose rows are gone. Returns how many. */
async function removeObjects(): Promise<number> {
  const found = await query<{ key: string }>(Prisma.sql`
    SELECT storage_key AS key FROM removed_objects ORDER BY removed_at LIMIT ${AT_ONCE}`);
  for (const { key } of found) await fileStore().remove(key);
  if (found.length === 0) return 0;
  const keys = found.map(({ key }) => key);
  await query(Prisma.sql`DELETE FROM removed_objects WHERE storage_key = ANY(${keys}::text[])`);
  return found.length;
}

/** Removes the contents that nothing names, and their objects. */
export async function removeUnusedContents(): Promise<void> {
  while ((await dropAbandoned()) > 0);
  while ((await removeObjects()) > 0);
}

/** Uses the copy that's stored of a content and removes the new one, or the other way round if the stored one is missing. */
export async function adoptContent(storageKey: string, copy: string): Promise<void> {
  const isThere = (await fileStore().stat(storageKey)) !== null;
  if (isThere) return fileStore().remove(copy);
  const changed = await query(Prisma.sql`
    UPDATE stored_files SET storage_key = ${copy}, thumbnails = CASE WHEN thumbnails = 'none' THEN 'none' ELSE 'waiting' END,
      thumbnails_due_at = now(), thumbnail_tries = 0
    WHERE storage_key = ${storageKey} RETURNING hash`);
  if (changed.length === 0) await fileStore().remove(copy);
}

/**
 * Removes objects that have no row and are older than an hour: those of uploads that were killed. Returns how many. A database
 * that knows no file at all may be the wrong one, so then it removes none.
 */
export async function sweepObjects(now = Date.now()): Promise<number> {
  let removed = await removeAbandonedFiles();
  const [found] = await query<{ hasFiles: boolean }>(
    Prisma.sql`SELECT EXISTS (SELECT FROM stored_files) AS "hasFiles"`,
  );
  if (!found?.hasFiles) return removed;
  let keys: string[] = [];
  const removeUnknown = async () => {
    const bare = keys.map((key) => key.replace(/-(?:small|large)$/, ""));
    const known = await query<{ key: string }>(Prisma.sql`
      SELECT storage_key AS key FROM stored_files WHERE storage_key = ANY(${bare}::text[])`);
    const names = new Set(known.map(({ key }) => key));
    for (const [at, key] of keys.entries()) {
      if (names.has(bare[at] ?? "")) continue;
      await fileStore().remove(key);
      removed += 1;
    }
    keys = [];
  };
  for await (const { key, storedAt } of fileStore().list()) {
    if (storedAt.getTime() > now - HOUR_MS) continue;
    keys.push(key);
    if (keys.length === KEYS_AT_ONCE) await removeUnknown();
  }
  await removeUnknown();
  return removed;
}

/** Removes just deleted contents immediately if this process runs jobs. Otherwise another does within seconds. */
export const wakeFileRemoval = (): void => wakeWork("file removal");

/** Removes unused contents whenever there are any. Any number of processes may. */
export const startRemovingFiles = (signal: AbortSignal): Promise<void> =>
  repeatWork(
    "file removal",
    { everyMs: EVERY_MS, work: removeUnusedContents, failure: "could not remove deleted files; will retry" },
    signal,
  );

// A day after the start, so that someone who started with the wrong database or storage notices first.
const swept = processWide("storage sweep", () => ({ at: Date.now() }))();

/** Sweeps the storage once a day, and logs if it can't be written. */
export async function tendStorage(now = Date.now()): Promise<void> {
  try {
    await using _ = await receiveFile(Readable.from([]), { limit: 0 });
    if (now - swept.at < DAY_MS) return;
    swept.at = now;
    const count = await sweepObjects(now);
    if (count > 0) log().warn({ count }, "removed files without a row from the storage");
  } catch (error) {
    logFailure(error, "the file storage can't be written to or read, so files are refused");
  }
}
