import { constants, type Stats } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FileStore, isKey, requireKey } from "./file-store.ts";
import { diskError } from "./storage-error.ts";

const PART = /^[0-9a-f]{2}$/;

/** Keeps contents in a folder of this host, as `ab/cd/abcd…`. A content is there as a whole or not at all, even after a crash. */
export function localStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key.slice(2, 4), requireKey(key));
  return {
    put: (file, key) =>
      onDisk(async () => {
        const path = pathOf(key);
        const last = dirname(path);
        const created = await mkdir(last, { recursive: true, mode: 0o700 });
        const handle = await open(file.path, "r+");
        try {
          await handle.utimes(new Date(), new Date());
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(file.path, path);
        await syncFolder(last);
        if (created) for (const above of [dirname(last), folder]) await syncFolder(above);
      }),

    open: (key, range) =>
      onDisk(async () => {
        const handle = await open(pathOf(key), constants.O_RDONLY);
        try {
          const { size } = await handle.stat();
          return { size, stream: handle.createReadStream(range) };
        } catch (error) {
          await handle.close();
          throw error;
        }
      }),

    stat: (key) =>
      onDisk(async () => {
        const found = await statIfThere(pathOf(key));
        return found && { key, size: found.size, storedAt: found.mtime };
      }),

    remove: (key) => onDisk(() => rm(pathOf(key), { force: true })),

    async *list() {
      for (const first of await namesIn(folder)) {
        if (!PART.test(first)) continue;
        for (const second of await namesIn(join(folder, first))) {
          if (!PART.test(second)) continue;
          const inner = join(folder, first, second);
          for (const key of await namesIn(inner)) {
            if (!isKey(key)) continue;
            const found = await onDisk(() => statIfThere(join(inner, key)));
            if (found) yield { key, size: found.size, storedAt: found.mtime };
          }
        }
      }
    },
  };
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TypeError ? error : diskError(error);
  }
}

async function statIfThere(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw diskError(error);
  }
}

// Makes a new name last through a power failure. Windows has no such call.
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
