import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { TemporaryFile } from "./temporary-file.ts";

const SUFFIX_BYTES = 6;
const HASH_LENGTH = 64;

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/** `storedAt` is when the content was stored. */
export type StoredFile = { key: string; size: number; storedAt: Date };

/**
 * Where contents are kept, each under a key of its own: the SHA-256 of its bytes, and what tells it from another copy (see
 * `newKey`). Every method throws `StorageError`, and a `TypeError` for anything else as a key.
 */
export type FileStore = {
  /** Stores a received file for good and uses it up. */
  put(file: TemporaryFile, key: string): Promise<void>;
  /**
   * Opens a content, or a part of it that's within its size. `size` is that of the whole content. The caller reads the
   * stream to its end or destroys it. Throws `gone` if it isn't there.
   */
  open(key: string, range?: ByteRange): Promise<{ size: number; stream: Readable }>;
  /** Returns null if it isn't there. */
  stat(key: string): Promise<StoredFile | null>;
  /** Removes a content. One that isn't there is no error. */
  remove(key: string): Promise<void>;
  /** Lists all contents. What else is there, such as a file of the operating system, is left out. */
  list(): AsyncGenerator<StoredFile>;
};

const KEY = /^[0-9a-f]{64}-[0-9a-f]{12}(?:-(?:small|large))?$/;

/** Returns a key for a content. It's never used again, so removing an old copy can't remove a newer one. */
export const newKey = (hash: string): string => `${hash}-${randomBytes(SUFFIX_BYTES).toString("hex")}`;

/** Whether it's the name of a content, not that of another file in the storage. */
export const isKey = (name: string): boolean => KEY.test(name);

/** Returns a key if it's one. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new TypeError("not the key of a file");
  return key;
}

/** Whether a key is that of a thumbnail: what it begins with is the hash of the picture, not its own. */
export const isThumbnailKey = (key: string): boolean => /-(?:small|large)$/.test(requireKey(key));

/** Returns the SHA-256 of the content that a key is for, or of the one that it's a thumbnail of. */
export const hashInKey = (key: string): string => requireKey(key).slice(0, HASH_LENGTH);

/** Reads a content and returns its SHA-256. */
export async function readHash(store: FileStore, key: string): Promise<string> {
  const hash = createHash("sha256");
  const { stream } = await store.open(key);
  for await (const piece of stream) hash.update(piece);
  return hash.digest("hex");
}

/** Returns how many bytes all contents take together. It lists them, so it takes long if there are many. */
export async function usedBytes(store: FileStore): Promise<number> {
  let bytes = 0;
  for await (const { size } of store.list()) bytes += size;
  return bytes;
}
