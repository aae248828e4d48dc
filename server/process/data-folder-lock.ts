import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tryLock } from "../database/file-lock.ts";
import { makeDataFolder } from "../database/home.ts";
import { StartError, startErrorFrom } from "./start-error.ts";

/** A service's lock on a data folder. */
export type DataFolderLock = { announce(address: string): Promise<void>; release(): Promise<void> };

/** Locks the data folder for this process. A second service gets an error with the first one's address. */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  try {
    await makeDataFolder(dataDir);
    const addressFile = join(dataDir, "address");
    const lock = tryLock(join(dataDir, "service.lock"), "exclusive");
    if (!lock) throw new StartError(await alreadyRunning(dataDir, addressFile));
    await rm(addressFile, { force: true });
    return {
      announce: (address) => writeFile(addressFile, `${address}\n`, { mode: 0o600 }),
      async release() {
        await rm(addressFile, { force: true });
        lock.release();
      },
    };
  } catch (error) {
    throw startErrorFrom(error, `cannot use the data folder ${dataDir}`);
  }
}

async function alreadyRunning(dataDir: string, addressFile: string): Promise<string> {
  const address = await readFile(addressFile, "utf8").catch(() => undefined);
  const where = address ? ` at ${address.trim()}` : " (it is still starting)";
  return `it is already running on the data folder ${dataDir}${where}`;
}
