/** Why a file couldn't be received, stored or read. */
export type StorageFailure =
  /** It's larger than the limit. */
  | "too_large"
  /** Its sender stopped before the end. */
  | "interrupted"
  /** The disk, or the quota, has no room for it. */
  | "full"
  /** It was stored, and isn't there. */
  | "gone"
  /** The storage rejects the credentials, or the bucket doesn't exist. */
  | "refused"
  /** The storage took too long. */
  | "timeout"
  /** The storage can't be reached, or fails. */
  | "unavailable";

/** A failure of the storage. Its message is for the log: it contains no names of people's files. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly failure: StorageFailure;

  constructor(failure: StorageFailure, message: string = failure, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}

const BY_CODE: Record<string, StorageFailure> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  ENOENT: "gone",
};

/** Classifies an error of the file system. */
export function diskError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new StorageError(BY_CODE[code] ?? "unavailable", `disk: ${code || "failed"}`, error);
}
