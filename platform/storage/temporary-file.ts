import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { diskError, StorageError } from "./storage-error.ts";

/** How many of a file's first bytes are kept in memory, to recognize its type. */
export const HEAD_BYTES = 4_100;

// What must stay free: the built-in database may be on the same disk, and stops if it can't write.
const RESERVE_BYTES = 256 * 1024 ** 2;
// As many uploads as there may be at once stay within what's reserved between two checks (lib/files/files/transfer-slots.ts).
const CHECK_EVERY_BYTES = 4 * 1024 ** 2;
const ABANDONED_MS = 24 * 60 * 60 * 1_000;

/** A file that was received, and isn't stored yet. `await using` removes it, unless it was stored meanwhile. */
export class TemporaryFile implements AsyncDisposable {
  readonly path: string;
  readonly size: number;
  /** The SHA-256 of its content, in hexadecimal. */
  readonly hash: string;
  /** Its first bytes, at most `HEAD_BYTES`. */
  readonly head: Buffer;

  constructor(of: { path: string; size: number; hash: string; head: Buffer }) {
    this.path = of.path;
    this.size = of.size;
    this.hash = of.hash;
    this.head = of.head;
  }

  read(): Readable {
    return createReadStream(this.path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { force: true });
  }
}

export type Receiving = {
  /** The largest size that's accepted, in bytes. */
  limit: number;
  /** Ends the reception, which then counts as interrupted. */
  signal?: AbortSignal;
  /** How many bytes of the disk must stay free. */
  reserve?: number;
};

/**
 * Writes a stream to a file in `folder`, chunk by chunk, and hashes it meanwhile. Throws `StorageError`: `too_large` as
 * soon as it exceeds the limit, `interrupted` if the stream fails or is aborted, `full` as soon as the disk has no room. Then no
 * file is left, and the stream is canceled.
 */
export async function receiveInto(
  folder: string,
  stream: AsyncIterable<Uint8Array>,
  { limit, signal, reserve = RESERVE_BYTES }: Receiving,
): Promise<TemporaryFile> {
  const path = join(folder, randomUUID());
  let handle: FileHandle | undefined;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireSpace(folder, reserve);
    handle = await open(path, "wx", 0o600);
    const written = await write(handle, chunksOf(stream, signal), limit, () => requireSpace(folder, reserve));
    await handle.close();
    return new TemporaryFile({ path, ...written });
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await rm(path, { force: true }).catch(() => undefined);
    throw diskError(error);
  }
}

async function requireSpace(folder: string, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reserve) throw new StorageError("full", "disk: too little is free");
}

async function write(
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
  checkSpace: () => Promise<void>,
) {
  const hash = createHash("sha256");
  const head = Buffer.alloc(HEAD_BYTES);
  let size = 0;
  let checkedAt = 0;
  for await (const chunk of chunks) {
    if (size + chunk.length > limit) throw new StorageError("too_large");
    if (size - checkedAt >= CHECK_EVERY_BYTES) {
      await checkSpace();
      checkedAt = size;
    }
    if (size < HEAD_BYTES) head.set(chunk.subarray(0, HEAD_BYTES - size), size);
    size += chunk.length;
    hash.update(chunk);
    await handle.writeFile(chunk);
  }
  return { size, hash: hash.digest("hex"), head: head.subarray(0, size) };
}

// The sender's failures, told from the disk's. A sender that's silent doesn't hold up an abort.
async function* chunksOf(stream: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = () => aborted.reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  let isOver = false;
  try {
    signal?.throwIfAborted();
    for (;;) {
      const next = await Promise.race([chunks.next(), aborted.promise]);
      isOver = next.done === true;
      if (isOver) return;
      yield next.value;
    }
  } catch (error) {
    throw error instanceof StorageError ? error : new StorageError("interrupted", "interrupted", error);
  } finally {
    signal?.removeEventListener("abort", abort);
    // Not awaited: it may wait for the chunk that doesn't come.
    if (!isOver) chunks.return?.().catch(() => undefined);
  }
}

/** Removes temporary files and folders that a killed process left a day or longer ago. Returns how many there were. */
export async function removeAbandonedFrom(folder: string, now = Date.now()): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found || found.mtimeMs > now - ABANDONED_MS) continue;
    await rm(path, { recursive: true, force: true });
    removed++;
  }
  return removed;
}
