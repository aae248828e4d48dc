import { countStorageFailure } from "../metrics/count.ts";
import type { FileStore } from "./file-store.ts";
import { StorageError, type StorageFailure } from "./storage-error.ts";

// The failures that an operator has to act on.
const COUNTED: StorageFailure[] = ["full", "refused", "timeout", "unavailable"];

function count(error: unknown): void {
  if (error instanceof StorageError && COUNTED.includes(error.failure)) countStorageFailure(error.failure);
}

/** Counts the failure of an operation, if it fails. */
export async function countFailure<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    count(error);
    throw error;
  }
}

/** Counts the failures of a storage, also those in the middle of a content that's read. */
export const countFailures = (store: FileStore): FileStore => ({
  put: (file, key) => countFailure(store.put(file, key)),
  async open(key, range) {
    const opened = await countFailure(store.open(key, range));
    opened.stream.on("error", count);
    return opened;
  },
  stat: (key) => countFailure(store.stat(key)),
  remove: (key) => countFailure(store.remove(key)),
  async *list() {
    try {
      yield* store.list();
    } catch (error) {
      count(error);
      throw error;
    }
  },
});
