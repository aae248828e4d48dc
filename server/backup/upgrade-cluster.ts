import { existsSync } from "node:fs";
import { readdir, realpath, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { sizeWords } from "#platform/size-words.ts";
import type { Binaries } from "../database/binaries.ts";
import { adoptOrStart, stopServer } from "../database/cluster-server.ts";
import { urlOf } from "../database/connection.ts";
import { initializeCluster } from "../database/create-cluster.ts";
import { tryLock, waitForLock } from "../database/file-lock.ts";
import { findOlderHome, type Home, SUPPORTED_MAJOR, upgradedCluster, usableBy } from "../database/home.ts";
import { StartError } from "../process/start-error.ts";
import { moveDatabase } from "./move-database.ts";
import type { Progress } from "./report-progress.ts";
import type { Restored } from "./restore-stream.ts";

type Options = {
  dataDir: string;
  /** Gets the older PostgreSQL's programs. */
  programsOf(major: number): Promise<Binaries>;
  report(words: string): void;
  signal?: AbortSignal;
  onProgress?(progress: Progress): void;
};

export type Upgraded = Restored & { from: number; kept: string };

const CONNECTIONS = 20;
// A load writes the rows, their log and their indexes.
const NEEDED = 1.5;

/**
 * Moves the built-in database of an older PostgreSQL into a cluster of this version's, beside it, and compares all rows. The older
 * one is only read, and kept. The next run starts over if this one is stopped.
 */
export async function upgradeCluster({ dataDir: folder, programsOf, report, ...options }: Options): Promise<Upgraded> {
  const dataDir = await realpath(folder);
  using _alone = await takeAlone(dataDir);
  const { home, major } = await findOlderHome(dataDir);
  await requireRoom(home, report);
  const older = { ...home, binaries: await usableBy(home, await programsOf(major)) };
  const cluster = upgradedCluster(home.folder);
  const unfinished = `${cluster}.new`;
  const newer = { ...home, cluster: unfinished };
  // Of an upgrade that was killed, whose server may still run.
  if (existsSync(unfinished)) await stopServer(newer);
  await rm(unfinished, { recursive: true, force: true });
  await initializeCluster(home.folder, basename(unfinished), home);
  const server = { logs: dataDir, durable: true, connections: CONNECTIONS };
  try {
    const from = await urlOf(older, await adoptOrStart(older, server));
    const to = await urlOf(newer, await adoptOrStart(newer, server));
    const moved = await moveDatabase({ from, to, ...options });
    await stopServer(newer);
    await rename(unfinished, cluster);
    return { ...moved, from: major, kept: home.cluster };
  } finally {
    await stopServer(older);
    if (existsSync(unfinished)) {
      await stopServer(newer);
      await rm(unfinished, { recursive: true, force: true });
    }
  }
}

/** Keeps every other process from opening the database. */
async function takeAlone(dataDir: string): Promise<Disposable> {
  const starting = await waitForLock(join(dataDir, "start.lock"));
  const alone = tryLock(join(dataDir, "users.lock"), "exclusive");
  if (!alone) starting.release();
  if (!alone) throw new StartError("another command uses the database. Wait until it's done");
  return {
    [Symbol.dispose]() {
      alone.release();
      starting.release();
    },
  };
}

async function requireRoom({ cluster, folder }: Home, report: Options["report"]): Promise<void> {
  const needed = (await sizeOf(cluster)) * NEEDED;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  report(`It takes up to ${sizeWords(needed)} of disk space. ${sizeWords(free)} are free.`);
  if (free < needed)
    throw new StartError(`the disk of ${folder} has too little space for a database of PostgreSQL ${SUPPORTED_MAJOR}`);
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  // A server that still runs removes some meanwhile.
  const sizeOfFile = (path: string) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  const sizes = await Promise.all(files.map((file) => sizeOfFile(join(file.parentPath, file.name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
