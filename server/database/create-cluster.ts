import { randomBytes } from "node:crypto";
import { chown, readFile, rm, writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { reasonIn, StartError } from "../process/start-error.ts";
import type { Account } from "./account.ts";
import { runProgram } from "./program.ts";

export const SUPERUSER = "site_inbox";
const PASSWORD = "password";

// PostgreSQL's own C.UTF-8 sorts the same on every system, forever. LC_CTYPE has to come from the system, because
// pg_trgm only recognizes letters beyond ASCII through it. C is used if the system has no UTF-8 locale by these
// names.
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

const MB = 1024 * 1024;

/**
 * How much memory PostgreSQL keeps tables and indexes in, in MB: an eighth of a host's, as the service runs there too. With the 128 MB
 * of PostgreSQL itself, a page of a list of 1,000,000 conversations takes up to twice as long (docs/performance.md).
 */
export function sharedBuffers(memoryBytes = hostMemory()): number {
  return Math.min(Math.max(Math.floor(memoryBytes / 8 / MB), 128), 1024);
}

// In a container, what its limit leaves. Without one, it's 0 or more than there is.
const hostMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

type Run = { binaries: string; account: Account | undefined };

/** Creates an empty database cluster in `home`/cluster, with its password next to it. */
export async function createCluster(home: string, run: Run): Promise<void> {
  const password = join(home, PASSWORD);
  await writeFile(password, randomBytes(32).toString("base64url"), { mode: 0o600 });
  if (run.account) await chown(password, run.account.uid, run.account.gid);
  await initializeCluster(home, "cluster", run);
}

/** Creates an empty cluster under a name in `home`, with the password that's there. */
export async function initializeCluster(home: string, name: string, run: Run): Promise<void> {
  refuseShellSigns(run.binaries);
  const cluster = join(home, name);
  const password = join(home, PASSWORD);
  let output = "";
  for (const type of CHARACTER_TYPES) {
    const args = [
      `--pgdata=${cluster}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      `--lc-ctype=${type}`,
      "--text-search-config=simple",
      "--data-checksums",
      `--set=shared_buffers=${sharedBuffers()}MB`,
    ];
    const made = await runProgram("initdb", args, { ...run, cwd: home });
    if (made.code === 0) return;
    output = made.output;
    await rm(cluster, { recursive: true, force: true });
    if (!/invalid locale/.test(output)) break;
  }
  throw new StartError(`cannot create the database in ${home}: ${reasonIn(output)}`);
}

// initdb runs the server next to it through a shell, with its path only in quotes.
function refuseShellSigns(folder: string): void {
  const [sign] = process.platform === "win32" ? [] : (/[$`"]/.exec(folder) ?? []);
  if (sign === undefined) return;
  throw new StartError(
    `the built-in database doesn't work in ${folder}, because its path contains a ${sign}. Move Site Inbox to another folder, or set DATABASE_URL`,
  );
}

export async function readPassword(home: string): Promise<string> {
  return (await readFile(join(home, PASSWORD), "utf8")).trim();
}
