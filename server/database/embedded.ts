import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { startErrorFrom } from "../process/start-error.ts";
import { adoptOrStart, stopServer } from "./cluster-server.ts";
import { urlOf } from "./connection.ts";
import { tryLock, waitForLock } from "./file-lock.ts";
import { findOrCreateHome, makeDataFolder } from "./home.ts";
import { type Report, supervise } from "./supervision.ts";

export type OpenDatabase = { url: string; stop(): Promise<void> };

const CONNECTIONS = 100;

/**
 * `durable: false` is for disposable data. `supervisedBy` restarts a server that exited unexpectedly, and gets what
 * happened. `onCreatedOutside` gets the folder of a new database that root created outside of the data folder.
 */
export type EmbeddedOptions = {
  durable?: boolean;
  supervisedBy?: Report;
  connections?: number;
  onCreatedOutside?(folder: string): void;
};

/**
 * Opens the built-in database of a data folder: creates it on first use, and starts it or takes over the server that
 * a killed process left running. The last service to stop also stops the server.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<OpenDatabase> {
  try {
    await makeDataFolder(dataDir);
    return await openIn(await realpath(dataDir), options);
  } catch (error) {
    throw startErrorFrom(error, "the built-in database cannot start");
  }
}

async function openIn(dataDir: string, options: EmbeddedOptions): Promise<OpenDatabase> {
  const { durable = true, supervisedBy, connections = CONNECTIONS, onCreatedOutside } = options;
  const startLock = join(dataDir, "start.lock");
  const usersLock = join(dataDir, "users.lock");

  const starting = await waitForLock(startLock);
  try {
    const home = await findOrCreateHome(dataDir, onCreatedOutside);
    const port = await adoptOrStart(home, { logs: dataDir, durable, connections });
    const using = tryLock(usersLock, "shared");
    const watched = { logs: dataDir, durable, connections, port };
    const supervision = supervisedBy && supervise(home, startLock, { ...watched, report: supervisedBy });
    const stop = async () => {
      await supervision?.end();
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
