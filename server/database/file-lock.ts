import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

/** A lock on a file, which the system frees when its holder ends, however it ends. */
export type FileLock = { release(): void };

// Also keeps the files from being collected as garbage, which would free their locks.
const held = new Set<DatabaseSync>();

/** Takes the lock if nobody stands in the way. Many may share one lock; an exclusive one stands alone. */
export function tryLock(path: string, mode: "exclusive" | "shared"): FileLock | undefined {
  // SQLite brings the one portable lock that does not outlive its process; nothing is ever stored in the file.
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec(mode === "exclusive" ? "BEGIN EXCLUSIVE" : "BEGIN; SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  held.add(file);
  return {
    release() {
      if (held.delete(file)) file.close();
    },
  };
}

/** Takes the lock, waiting as long as somebody else has it. */
export async function waitForLock(path: string): Promise<FileLock> {
  for (;;) {
    const lock = tryLock(path, "exclusive");
    if (lock) return lock;
    await pause(50);
  }
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown) => error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
