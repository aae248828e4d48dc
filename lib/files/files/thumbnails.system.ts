import { Readable } from "node:stream";
import { query, queryPrepared } from "#platform/database/database.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { log } from "#platform/log.ts";
import { countThumbnails } from "#platform/metrics/count.ts";
import { fileStore, receiveFile } from "#platform/storage/storage.ts";
import { Prisma } from "#prisma-client";
import { FILE_SIZES, type FileSize } from "./schema.ts";

const EVERY_MS = 5_000;
const READ_WITHIN_MS = 60_000;
const SIDES: Record<FileSize, number> = { small: 360, large: 1_600 };

type Waiting = { hash: string; storageKey: string; size: number; tries: number };

// The next try is in two minutes, then in four, and so on for more than a day, also if this process is killed.
const TRIES = 10;
// As the index has it.
export const IS_WAITING = Prisma.sql`thumbnails = 'waiting' AND thumbnail_tries < 10`;
const CLAIM = Prisma.sql`
  UPDATE stored_files SET thumbnail_tries = thumbnail_tries + 1,
    thumbnails_due_at = now() + interval '2 minutes' * 2 ^ thumbnail_tries
  WHERE hash = (
    SELECT hash FROM stored_files
    WHERE ${IS_WAITING} AND thumbnails_due_at <= now()
    ORDER BY thumbnails_due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  )
  RETURNING hash, storage_key AS "storageKey", size, thumbnail_tries AS tries`;

/**
 * Draws thumbnails of the pictures that wait for them, one after the other, until a failure of the storage or the host. Any
 * number of processes may, and each picture is drawn by one of them. Returns how many pictures are done.
 */
export async function drawThumbnails(signal = new AbortController().signal): Promise<number> {
  for (let count = 0; ; count += 1) {
    if (signal.aborted) return count;
    const [picture] = await queryPrepared<Waiting>(CLAIM);
    if (!picture) return count;
    try {
      await drawSizes(picture, signal);
    } catch (error) {
      if (signal.aborted) return count;
      const { tries } = picture;
      const outlook = tries < TRIES ? "will retry" : "it's sent at full size from now on";
      logFailure(error, `could not make thumbnails of a picture; ${outlook}`, { tries });
      countThumbnails("unavailable");
      return count;
    }
  }
}

async function drawSizes(picture: Waiting, signal: AbortSignal): Promise<void> {
  const { drawPictures, PictureError } = await import("#platform/pictures/draw-pictures.ts");
  const { storageKey, size } = picture;
  await using original = await readContent(storageKey, size, signal);
  const wishes = FILE_SIZES.map((name) => ({ side: SIDES[name], shape: "fit" as const }));
  try {
    const drawn = await drawPictures(original.path, wishes, { signal });
    for (const [at, name] of FILE_SIZES.entries()) {
      const content = drawn[at]?.content ?? Buffer.of();
      await using file = await receiveFile(Readable.from([content]), { limit: content.length });
      await fileStore().put(file, `${storageKey}-${name}`);
    }
  } catch (error) {
    if (!(error instanceof PictureError && error.failure === "undecodable")) throw error;
    await recordUndecodable(picture);
    log().info({ reason: error.message }, "a picture can't be decoded, so it's shown as a file");
    return;
  }
  await recordMade(picture);
}

async function readContent(key: string, limit: number, signal: AbortSignal) {
  const { stream } = await fileStore().open(key);
  try {
    return await receiveFile(stream, {
      limit,
      signal: AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]),
    });
  } finally {
    stream.destroy();
  }
}

async function recordMade({ hash, storageKey }: Waiting): Promise<void> {
  const made = await query(Prisma.sql`
    UPDATE stored_files SET thumbnails = 'made' WHERE hash = ${hash} AND storage_key = ${storageKey} RETURNING hash`);
  countThumbnails("made");
  if (made.length > 0) return;
  // The content was removed meanwhile, perhaps before these were stored.
  for (const name of FILE_SIZES) await fileStore().remove(`${storageKey}-${name}`);
}

async function recordUndecodable({ hash, storageKey }: Waiting): Promise<void> {
  await query(Prisma.sql`
    UPDATE stored_files SET thumbnails = 'failed'
    WHERE hash = ${hash} AND storage_key = ${storageKey} AND thumbnails = 'waiting'`);
  countThumbnails("failed");
}

/** Draws thumbnails until the signal. An upload wakes this in its own process. */
export const startDrawingThumbnails = (signal: AbortSignal): Promise<void> =>
  repeatWork(
    "thumbnails",
    {
      everyMs: EVERY_MS,
      work: drawThumbnails,
      failure: "could not look for pictures without thumbnails; will retry",
    },
    signal,
  );
