import { logFailure } from "#platform/failure-log.ts";
import { newKey } from "#platform/storage/file-store.ts";
import { fileStore } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import type { TemporaryFile } from "#platform/storage/temporary-file.ts";
import type { NewContent } from "./statements.ts";
import { adoptContent } from "./stored-contents.system.ts";

/**
 * Writes a received file to the storage, and then its row by `storeRow`, which returns where the content is: another upload of
 * the same content may have been first. If that fails, nothing is left.
 */
export async function storeContent<Row extends { storageKey: string }>(
  file: TemporaryFile,
  described: Pick<NewContent, "mediaType" | "width" | "height">,
  storeRow: (content: NewContent) => Promise<Row>,
): Promise<Row> {
  const { hash, size } = file;
  const storageKey = newKey(hash);
  await putContent(file, storageKey);
  try {
    const stored = await storeRow({ hash, size, storageKey, ...described });
    if (stored.storageKey !== storageKey) await adoptContent(stored.storageKey, storageKey);
    return stored;
  } catch (error) {
    await removeCopy(storageKey);
    throw error;
  }
}

// A storage that doesn't respond may have stored it. The sender doesn't wait for its removal.
async function putContent(file: TemporaryFile, key: string): Promise<void> {
  try {
    await fileStore().put(file, key);
  } catch (error) {
    const isUnknown = error instanceof StorageError && ["timeout", "unavailable"].includes(error.failure);
    if (isUnknown) void removeCopy(key);
    throw error;
  }
}

// The sweep finds what's left.
async function removeCopy(key: string): Promise<void> {
  await fileStore()
    .remove(key)
    .catch((error: unknown) => logFailure(error, "could not remove a file that wasn't stored"));
}
