import { receiveFile } from "../storage/storage.ts";
import { StorageError } from "../storage/storage-error.ts";
import type { TemporaryFile } from "../storage/temporary-file.ts";
import { Malformed } from "./byte-reader.ts";
import { type Cleaned, canClean, cleanContent } from "./clean.ts";
import { type MediaGroup, recognize, ZIP } from "./recognize.ts";
import { recognizeZip } from "./recognize-zip.ts";

/** A file as it's to be stored. `await using` removes the cleaned copy, unless it was stored meanwhile. */
export type AcceptedFile = AsyncDisposable & {
  file: TemporaryFile;
  mediaType: string;
  group: MediaGroup;
  /** In pixels, as it's shown. Null if it isn't a picture. */
  width: number | null;
  height: number | null;
};

/** What cleaning may add: an orientation instead of a longer description. */
const ADDED_MAX = 1_024;

/**
 * Recognizes a received file by its content and removes where and with what it was made. What only begins like a picture is
 * of the group `other`. Throws `StorageError`.
 */
export async function acceptFile(received: TemporaryFile): Promise<AcceptedFile> {
  const begins = recognize(received.head);
  const { mediaType, group } = begins === ZIP ? await recognizeZip(received.path) : begins;
  const found: Cleaned = { width: null, height: null };
  const asItIs = { file: received, width: null, height: null, [Symbol.asyncDispose]: async () => undefined };
  if (!canClean(mediaType)) return { ...asItIs, mediaType, group };
  try {
    const cleaned = cleanContent(received.path, mediaType, found);
    const file = await receiveFile(cleaned, { limit: received.size + ADDED_MAX });
    return { file, mediaType, group, ...found, [Symbol.asyncDispose]: () => file[Symbol.asyncDispose]() };
  } catch (error) {
    if (!(error instanceof StorageError && error.cause instanceof Malformed)) throw error;
    return { ...asItIs, mediaType: "application/octet-stream", group: "other" };
  }
}
