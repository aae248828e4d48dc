import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "./command.ts";

// Debian has the server's program in redis-tools, under the name of a checker that it also is; its package redis-server
// would start a service of its own.
const NAMES = ["redis-server", "valkey-server", "redis-check-rdb"];
const PACKAGE_LIMIT_MS = 120_000;
/** The name that the program has to be called by. */
export const CALLED_AS = "redis-server";

/** Finds a Redis or Valkey server, or installs one. Undefined without one. */
export async function findRedis(signal: AbortSignal): Promise<string | undefined> {
  const there = await firstThatRuns(signal);
  if (there !== undefined || process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return there;
  await runPackageTool(["update"], signal);
  await runPackageTool(["install", "-y", "--no-install-recommends", "redis-tools"], signal);
  return firstThatRuns(signal);
}

function runPackageTool(args: string[], signal: AbortSignal) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PACKAGE_LIMIT_MS)]);
  return runCommand("apt-get", args, { signal: limit, env: { DEBIAN_FRONTEND: "noninteractive" } });
}

async function firstThatRuns(signal: AbortSignal): Promise<string | undefined> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) => existsSync(path));
  for (const path of paths) {
    const { code, output } = await runCommand(path, ["--version"], { signal, argv0: CALLED_AS });
    if (code === 0 && /server v=/i.test(output)) return path;
  }
  return undefined;
}
