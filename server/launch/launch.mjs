// Runs a script with any Node from 20.19 on: installs what's missing, and continues with the Node that package.json pins.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { keepCompiledCode } from "./compile-cache.mjs";
import { generateClient, isGenerated } from "./generate.mjs";
import { install, isInstalled } from "./install.mjs";
import { preparationLock } from "./preparation-lock.mjs";
import { projectRoot } from "./project-root.mjs";
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
  process.chdir(projectRoot);
  endWithNpm();
  if (!isInstalled() || !isGenerated()) await prepare();
  const runtime = findRuntime();
  linkRuntime(runtime);
  putOnPath(runtime);
  if (isThisProcess(runtime)) {
    keepCompiledCode();
    process.argv.splice(1, 2, resolve(script));
    await import(pathToFileURL(resolve(script)).href);
  } else {
    await runWith(runtime, process.argv.slice(1));
  }
} catch (error) {
  process.stderr.write(`${error?.launchError ? error.message : (error?.stack ?? error)}\n`);
  process.exitCode = 1;
}

/** Shuts this process down when the npm that runs it is gone. A killed npm passes no signal on. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, CHECK_EVERY_MS);
  timer.unref();
}
