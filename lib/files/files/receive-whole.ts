import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { log } from "#platform/log.ts";
import { countUpload } from "#platform/metrics/count.ts";
import { sizeWords } from "#platform/size-words.ts";
import { receiveFile } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import type { TemporaryFile } from "#platform/storage/temporary-file.ts";
import { TooSlow, watchPace } from "./pace.ts";
import { makeRoom, takeSlot } from "./transfer-slots.ts";

export const FULL_RETRY_SECONDS = 60;

/** A file that a request brings: its name, its announced size or null, and its bytes, which are read once. */
export type IncomingFile = { name: string; length: number | null; read(): AsyncIterable<Uint8Array> };

const BUSY =
  "Too many files are being uploaded, and this one was the slowest. Nothing was stored. Upload it again on a faster connection.";
const EMPTY = new AppError("invalid_request", { detail: "The file is empty." });

/** Refuses a file by its announced size. Throws `payload_too_large`, or `invalid_request` if it's empty. */
export function requireLength({ length }: IncomingFile, limit: number): void {
  if (length !== null && length > limit) throw tooLarge(limit);
  if (length === 0) throw EMPTY;
}

/** Receives the whole file, which isn't empty. Throws what `uploading` translates. */
export async function receiveWhole(incoming: IncomingFile, limit: number): Promise<TemporaryFile> {
  makeRoom();
  const { stream, signal, end } = watchPace(incoming.read());
  try {
    const received = await receiveFile(stream, { limit, signal });
    if (received.size > 0) return received;
    await received[Symbol.asyncDispose]();
    throw EMPTY;
  } catch (error) {
    throw signal.reason instanceof TooSlow ? signal.reason : error;
  } finally {
    end();
  }
}

/**
 * Does the work of an upload in one of this process's slots, counts it, and translates what keeps a file from being stored into
 * what its sender sees. Throws `payload_too_large`, `invalid_request` if it was cut off, `quota_exceeded`, `request_timeout`,
 * `rate_limited`, `unavailable`, or what the work throws.
 */
export async function uploading<T extends { size: number }>(
  { senderId, clientAddress, limit }: { senderId: string; clientAddress: string | null; limit: number },
  work: () => Promise<T>,
): Promise<T> {
  const leave = takeSlot("upload", { senderId, clientAddress });
  try {
    const stored = await work();
    countUpload("stored", stored.size);
    return stored;
  } catch (error) {
    const refusal = refusalOf(error, limit);
    countUpload(refusal instanceof AppError ? refusal.code : "internal");
    throw refusal;
  } finally {
    leave();
  }
}

function tooLarge(maxSize: number): AppError {
  const detail = `A file can have at most ${sizeWords(maxSize)} (${maxSize} bytes).`;
  return new AppError("payload_too_large", { detail, maxSize });
}

// Faults of the storage are logged for the operator.
function refusalOf(error: unknown, limit: number): unknown {
  if (error instanceof TooSlow) return new AppError("request_timeout", error.isForOthers ? { detail: BUSY } : {});
  if (!(error instanceof StorageError)) return error;
  if (error.failure === "too_large") return tooLarge(limit);
  if (error.failure === "interrupted")
    return new AppError("invalid_request", {
      detail: "The upload was interrupted, and nothing was stored. Upload the file again.",
    });
  if (error.failure === "full") {
    log().error(
      { reason: error.message },
      "a file was refused: the storage or the disk of DATA_DIR has too little space left",
    );
    return new AppError("quota_exceeded", {
      detail: "The service has no space left for files. Its operator has to add some.",
    });
  }
  logFailure(error, "a file was refused: the storage can't be written to");
  return new AppError("unavailable", {
    detail: "Files can't be stored at the moment. Try again later.",
    retryAfter: FULL_RETRY_SECONDS,
  });
}
