import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../process/start-error.ts";

/** A lock on a file. The system releases it when its process ends, however that ends. */
export type FileLock = { release(): void };

// Keeps the files from being garbage-collected, which would release their locks.
const held = new Set<DatabaseSync>();

/** Takes the lock if it's free. Shared locks coexist; an exclusive one doesn't. */
export function tryLock(path: string, mode: "exclusive" | "shared"): FileLock | undefined {
  const file = openFile(path);
  try {
    file.exec(mode === "exclusive" ? "BEGIN EXCLUSIVE" : "BEGIN; SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw cannotLock(path, error);
  }
  held.add(file);
  return {
    release() {
      if (held.delete(file)) file.close();
    },
  };
}

// SQLite has the one portable lock that doesn't outlive its process. Nothing is ever stored in the file.
function openFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw cannotLock(path, error);
  }
}

const cannotLock = (path: string, cause: unknown) =>
  new StartError(`${path} cannot be written: it belongs to another account, or the disk is full or read-only`, {
    cause,
  });

/** Takes the lock, waiting while another process has it, or until the signal. */
export async function waitForLock(path: string, signal?: AbortSignal): Promise<FileLock> {
  for (;;) {
    const lock = tryLock(path, "exclusive");
    if (lock) return lock;
    await pause(50, undefined, signal && { signal });
  }
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown) => error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
