import type { Readable } from "node:stream";
import { AppError } from "#platform/errors.ts";
import { fileStore } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";

/** Opens an email as it came. Throws `link_gone` if it was removed, as `null` says. */
export async function openRaw(storageKey: string | null): Promise<Readable> {
  const gone = () => new AppError("link_gone", { detail: "The original of this email has been removed." });
  if (storageKey === null) throw gone();
  const { stream } = await fileStore()
    .open(storageKey)
    .catch((error: unknown) => {
      throw error instanceof StorageError && error.failure === "gone" ? gone() : error;
    });
  return stream;
}
