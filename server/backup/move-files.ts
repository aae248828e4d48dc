import { hashInKey, isThumbnailKey, readHash, type StoredFile } from "#platform/storage/file-store.ts";
import type { OpenStorage } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import { StartError } from "../process/start-error.ts";
import type { Progress } from "./report-progress.ts";
import { Tally } from "./tally.ts";

const AT_ONCE = 4;

type Move = {
  from: OpenStorage;
  to: OpenStorage;
  signal: AbortSignal;
  /** Throws if a service is running, before each few contents. */
  ensureAlone: () => Promise<void>;
  onProgress?: (progress: Progress) => void;
};

/** The result: the contents moved, and the ones left in place because they're damaged. */
export class FilesMoved {
  readonly moved = new Tally();
  damaged = new Tally();
}

/**
 * Moves all contents, thumbnails too, from one storage into another, which no service uses meanwhile. Each is removed only when
 * the other storage has returned it with the same hash. So a kill at any moment loses nothing, and the next move continues.
 */
export async function moveFiles(move: Move): Promise<FilesMoved> {
  const files = new FilesMoved();
  try {
    // A list that shrinks while it's read page by page may skip some, so it's read until it has nothing more to move.
    for (let before = -1; before < files.moved.count; ) {
      before = files.moved.count;
      files.damaged = new Tally();
      await moveListed(move, files);
    }
    return files;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const why = error.failure === "full" ? `${move.to.name} has too little space left` : error.message;
    throw new StartError(
      `${why}. Moved so far: ${files.moved}. The others are where they were: run this again before you start the service`,
    );
  }
}

async function moveListed(move: Move, { moved, damaged }: FilesMoved): Promise<void> {
  const { from, signal, ensureAlone, onProgress } = move;
  const moveOne = async (content: StoredFile) => {
    const isMoved = await moveContent(content.key, move);
    (isMoved ? moved : damaged).add(content);
    onProgress?.({ step: "files", files: moved.count, bytes: moved.bytes });
  };
  let batch: StoredFile[] = [];
  const empty = async () => {
    signal.throwIfAborted();
    await ensureAlone();
    const ended = await Promise.allSettled(batch.map(moveOne));
    for (const one of ended) if (one.status === "rejected") throw one.reason;
    batch = [];
  };
  for await (const content of from.store.list()) {
    if (batch.push(content) === AT_ONCE) await empty();
  }
  await empty();
}

/** Returns whether it's in the other storage now, and no longer in the first. */
async function moveContent(key: string, { from, to }: Move): Promise<boolean> {
  const hash = isThumbnailKey(key) ? null : hashInKey(key);
  if (hash === null || !(await hasContent(to, key, hash))) {
    const { stream } = await from.store.open(key);
    // What goes into a bucket takes the disk's space for a moment only, and a full disk is a reason to move.
    const bounds = { limit: Number.MAX_SAFE_INTEGER, ...(to.kind === "bucket" && { reserve: 0 }) };
    await using received = await to.receive(stream, bounds);
    if (hash !== null && received.hash !== hash) return false;
    await to.store.put(received, key);
    if ((await readHash(to.store, key)) !== received.hash) {
      throw new StorageError("unavailable", `${to.name} returned different content than was sent to it`);
    }
  }
  await from.store.remove(key);
  return true;
}

const hasContent = async ({ store }: OpenStorage, key: string, hash: string): Promise<boolean> =>
  (await store.stat(key)) !== null && (await readHash(store, key)) === hash;
