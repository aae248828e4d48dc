import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { openEmbedded } from "../../server/database/embedded.ts";
import { tryLock } from "../../server/database/file-lock.ts";
import { newestCluster, recordedLocation } from "../../server/database/home.ts";
import { migrate } from "../../server/database/migrate.ts";
import { findPostmaster } from "../../server/database/postmaster.ts";

const PREFIX = "site-inbox-test-";
const TEMPLATE = "migrated_template";

type Options = { durable?: boolean; connections?: number };

/** Starts a database server of its own for one run; `durable` where what it costs to keep data is to be measured. */
export async function openThrowawayDatabase({ durable = false, ...more }: Options = {}) {
  await discardLeftOvers();
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX));
  const { url } = await openEmbedded(dataDir, { durable, ...more });
  await makeTemplate(url);
  return { url, templateName: TEMPLATE, discard: () => discardDatabase(dataDir) };
}

/** Ends the server of a data folder, however it was started, and removes all of its files. */
export async function discardDatabase(dataDir: string): Promise<void> {
  const home = (await recordedLocation(dataDir)) ?? join(dataDir, "postgres");
  const cluster = await newestCluster(home).catch(() => undefined);
  const running = cluster && (await findPostmaster(cluster));
  if (running) process.kill(running.pid, "SIGQUIT");
  while (cluster && (await findPostmaster(cluster))) await pause(20);
  await rm(home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Removes what a run left behind that was killed. */
async function discardLeftOvers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const dataDir = join(tmpdir(), name);
    const unused = isUnused(dataDir);
    if (unused) await discardDatabase(dataDir);
  }
}

// One that is only just being made is locked for its start, and has nothing in it before that.
function isUnused(dataDir: string): boolean {
  if (!existsSync(join(dataDir, "start.lock"))) return false;
  return ["start.lock", "users.lock"].every((name) => isFree(join(dataDir, name)));
}

function isFree(path: string): boolean {
  try {
    const lock = tryLock(path, "exclusive");
    lock?.release();
    return lock !== undefined;
  } catch {
    return false;
  }
}

async function makeTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
}
