import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { startErrorFrom } from "../start-error.ts";
import { adoptOrStart, stopServer } from "./cluster-server.ts";
import { urlOf } from "./connection.ts";
import { tryLock, waitForLock } from "./file-lock.ts";
import { findOrCreateHome, makeDataFolder } from "./home.ts";

export type OpenDatabase = { url: string; stop(): Promise<void> };

/**
 * Opens the built-in database of a data folder: makes it the first time, starts it, or takes over the server that a killed
 * process left behind. Whoever stops as the last one stops the server too.
 */
export async function openEmbedded(dataDir: string, { durable } = { durable: true }): Promise<OpenDatabase> {
  try {
    await makeDataFolder(dataDir);
    return await openIn(await realpath(dataDir), durable);
  } catch (error) {
    throw startErrorFrom(error, "the built-in database cannot start");
  }
}

async function openIn(dataDir: string, durable: boolean): Promise<OpenDatabase> {
  const startLock = join(dataDir, "start.lock");
  const usersLock = join(dataDir, "users.lock");

  const starting = await waitForLock(startLock);
  try {
    const home = await findOrCreateHome(dataDir);
    const port = await adoptOrStart(home, { logs: dataDir, durable });
    const using = tryLock(usersLock, "shared");
    const stop = async () => {
      const stopping = await waitForLock(startLock);
      try {
        using?.release();
        const alone = tryLock(usersLock, "exclusive");
        if (alone) await stopServer(home);
        alone?.release();
      } finally {
        stopping.release();
      }
    };
    return { url: await urlOf(home, port), stop };
  } finally {
    starting.release();
  }
}
