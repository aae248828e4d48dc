import { spawnSync } from "node:child_process";
import { readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";

/** The server that a cluster's lock file speaks of. */
export type Postmaster = { pid: number; port: number | undefined };

/**
 * Finds the server running on this cluster. A lock file left by one that was killed is ignored, and removed where its
 * process id has gone to another program: PostgreSQL would take that one for itself and refuse to start.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lockFile = join(cluster, "postmaster.pid");
  const text = await readFile(lockFile, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid = "", , , port = ""] = text.split("\n");
  const found = { pid: Number(pid), port: Number(port) || undefined };
  if (!(found.pid > 0) || !isAlive(found.pid)) return undefined;
  if (await isPostgresOn(cluster, found.pid)) return found;
  await rm(lockFile, { force: true });
  return undefined;
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
  // PostgreSQL works from within its cluster's folder, wherever that was moved since.
  if (process.platform === "linux") return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === cluster;
  if (process.platform === "win32") {
    return /postgres/i.test(spawnSync("tasklist", ["/FI", `PID eq ${pid}`], { encoding: "utf8" }).stdout);
  }
  return /postgres/.test(spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout);
}
