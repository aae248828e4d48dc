import { spawnSync } from "node:child_process";
import { readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The server that a cluster's lock file names. */
export type Postmaster = { pid: number; port: number | undefined };

// A server writes its lock file right after creating it. One that stays incomplete was left by a crash of the host.
const WRITTEN_WITHIN_MS = 200;

/**
 * Finds the server running on this cluster. A stale lock file is ignored, and removed if it's incomplete or its
 * process id now belongs to another program: PostgreSQL would refuse to start.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lockFile = join(cluster, "postmaster.pid");
  let found = await readLockFile(lockFile);
  if (found === "torn") {
    await pause(WRITTEN_WITHIN_MS);
    found = await readLockFile(lockFile);
  }
  if (found === undefined) return undefined;
  if (found !== "torn") {
    // A single-user server has a negative process id.
    if (found.pid < 0 || !isAlive(found.pid)) return undefined;
    if (await isPostgresOn(cluster, found.pid)) return found;
  }
  await rm(lockFile, { force: true });
  return undefined;
}

async function readLockFile(path: string): Promise<Postmaster | "torn" | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const [first = "", , , port = ""] = text.split("\n");
  const pid = Number(first);
  return Number.isInteger(pid) && pid !== 0 ? { pid, port: Number(port) || undefined } : "torn";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function isPostgresOn(cluster: string, pid: number): Promise<boolean> {
  // PostgreSQL's working directory is its cluster's folder, even if that was moved since.
  if (process.platform === "linux") return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === cluster;
  if (process.platform === "win32") {
    return /postgres/i.test(spawnSync("tasklist", ["/FI", `PID eq ${pid}`], { encoding: "utf8" }).stdout);
  }
  return /postgres/.test(spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout);
}
