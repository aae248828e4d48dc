// Runs a script with any Node from 20.19 on: installs what's missing, and continues with the Node that package.json pins.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { keepCompiledCode } from "./compile-cache.mjs";
import { generateClient, isGenerated } from "./generate.mjs";
import { install, isInstalled } from "./install.mjs";
import { enterPackage, hasPackedOptions, PACKED_OPTIONS } from "./packed.mjs";
import { preparationLock } from "./preparation-lock.mjs";
import { isPacked, projectRoot } from "./project-root.mjs";
import { findRuntime, isThisProcess, linkRuntime, putOnPath, runWith } from "./runtime.mjs";

const CHECK_EVERY_MS = 250;

const [script = ""] = process.argv.slice(2);

async function prepare() {
  const unlock = await preparationLock();
  try {
    if (!isInstalled()) await install();
    if (!isGenerated()) generateClient(findRuntime());
  } finally {
    await unlock();
  }
}

// Leaves the tests' TypeScript to Node, which is faster than Playwright's compiler.
process.env.PW_DISABLE_TS_ESM = "1";

try {
  if (!isPacked) process.chdir(projectRoot);
  endWithLauncher();
  // A package has everything, and may be in a folder that this account can't write to.
  if (!isPacked && !(isInstalled() && isGenerated())) await prepare();
  const runtime = findRuntime();
  if (!isPacked) linkRuntime(runtime);
  putOnPath(runtime);
  if (isThisProcess(runtime) && (!isPacked || hasPackedOptions())) {
    if (isPacked) enterPackage(script);
    keepCompiledCode();
    const path = resolve(projectRoot, script);
    process.argv.splice(1, 2, path);
    await import(pathToFileURL(path).href);
  } else {
    await runWith(runtime, [...(isPacked ? PACKED_OPTIONS : []), ...process.argv.slice(1)]);
  }
} catch (error) {
  process.stderr.write(`${error?.launchError ? error.message : (error?.stack ?? error)}\n`);
  process.exitCode = 1;
}

/** Shuts this process down when the npm or the command of a package that runs it is gone. A killed one passes no signal on. */
function endWithLauncher() {
  if (!process.env.npm_lifecycle_event && !(isPacked && hasPackedOptions())) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, CHECK_EVERY_MS);
  timer.unref();
}
