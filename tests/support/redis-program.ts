import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "./command.ts";
import { canInstallPackages, installPackage } from "./debian-package.ts";

// Debian has the server's program in redis-tools, under the name of a checker that it also is; its package redis-server
// would start a service of its own.
const NAMES = ["redis-server", "valkey-server", "redis-check-rdb"];
/** The name that the program has to be called by. */
export const CALLED_AS = "redis-server";

/** Finds a Redis or Valkey server, or installs one. Undefined without one. */
export async function findRedis(signal: AbortSignal): Promise<string | undefined> {
  const there = await firstThatRuns(signal);
  if (there !== undefined || !canInstallPackages) return there;
  await installPackage("redis-tools", signal);
  return firstThatRuns(signal);
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
