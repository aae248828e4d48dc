import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { newKey } from "#platform/storage/file-store.ts";
import { fileStore, receiveFile } from "#platform/storage/storage.ts";
import { query } from "./database.ts";
import { testEnvironment } from "./environment.ts";
import { openOwnDatabase } from "./own-database.ts";
import { provideSettings } from "./provide-settings.ts";

/** Where a content is stored on the disk. */
export const pathOfContent = (key: string, folder = testEnvironment.dataDir) =>
  join(folder, "files", key.slice(0, 2), key.slice(2, 4), key);

/** A database and a storage that the code works on within this process, as a service of its own would. */
export async function openOwnStorage() {
  const database = await openOwnDatabase();
  const folder = await mkdtemp(join(tmpdir(), "site-inbox-files-"));
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder };
  provideSettings(settings);
  return {
    settings,
    folder,
    run: (text: string, values: unknown[] = []) => query(database.url, text, values),
    isThere: (key: string) => existsSync(pathOfContent(key, folder)),
    /** Stores a content in the storage alone. */
    async store(content: string | Buffer) {
      await using received = await receiveFile(Readable.from([Buffer.from(content)]), {
        limit: content.length,
        reserve: 0,
      });
      const key = newKey(received.hash);
      await fileStore().put(received, key);
      return { hash: received.hash, key, size: received.size };
    },
    async [Symbol.asyncDispose]() {
      await database.drop();
      provideSettings();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
