import { existsSync } from "node:fs";
import { runCommand } from "./command.ts";

const LIMIT_MS = 300_000;

// apt locks its lists and packages, and gives up if they're locked. So one installation waits for the other.
let last: Promise<unknown> = Promise.resolve();
let updated: Promise<boolean> | undefined;

/** Whether this account can install Debian packages here. */
export const canInstallPackages = process.getuid?.() === 0 && existsSync("/etc/debian_version");

/** Installs a Debian package, and prints why if it can't. Resolves once it's tried. */
export function installPackage(name: string, signal: AbortSignal): Promise<void> {
  const installing = last.then(async () => {
    updated ??= runApt(["update"], signal);
    if (await updated) await runApt(["install", "-y", "--no-install-recommends", name], signal);
  });
  last = installing;
  return installing;
}

async function runApt(args: string[], signal: AbortSignal): Promise<boolean> {
  const { code, output } = await runCommand("apt-get", ["-o", `DPkg::Lock::Timeout=${LIMIT_MS / 1000}`, ...args], {
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    env: { DEBIAN_FRONTEND: "noninteractive" },
  });
  if (code !== 0) process.stdout.write(`apt-get ${args.join(" ")} failed:\n${output.trimEnd()}\n`);
  return code === 0;
}
