import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { newestCluster, recordedLocation } from "../../server/database/home.ts";
import { findPostmaster } from "../../server/database/postmaster.ts";
import { discardDatabase } from "./throwaway-database.ts";

/** Creates an empty data folder. */
export const newDataFolder = () => mkdtemp(join(tmpdir(), "site-inbox-case-"));

/** A test with an empty data folder of its own. */
export const test = base.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  dataDir: async ({}, use) => {
    const dataDir = await newDataFolder();
    await use(dataDir);
    await discardDatabase(dataDir);
  },
});

/** Where a data folder's cluster is, for the user that runs the tests: root's is elsewhere. */
export async function clusterOf(dataDir: string): Promise<string> {
  return newestCluster((await recordedLocation(dataDir)) ?? join(dataDir, "postgres"));
}

/** The process id of the server that runs on a data folder. */
export async function serverOf(dataDir: string): Promise<number | undefined> {
  return (await findPostmaster(await clusterOf(dataDir)))?.pid;
}

/** Opens the built-in database in another process. */
export async function openElsewhere(dataDir: string) {
  const child = fork("tests/support/hold-database.ts", [dataDir], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ended = once(child, "exit");
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return {
    url,
    async end(signal: "SIGTERM" | "SIGKILL") {
      child.kill(signal);
      await ended;
    },
  };
}
