import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { showProgress } from "./progress.mjs";
import { hashOf, launchError, readIfThere } from "./project-root.mjs";

const STAMP = "node_modules/.site-inbox-installed";
// npm writes this last. Without it, an installation is incomplete.
const NPM_RECORD = "node_modules/.package-lock.json";

const wanted = () => hashOf(readFileSync("package-lock.json"));

/** Whether the packages in package-lock.json are installed. */
export const isInstalled = () => readIfThere(STAMP) === wanted();

export async function install() {
  const hash = wanted();
  const stopShowing = showProgress("Installing packages", "under a minute");
  // A server may be running from a complete installation, which `npm ci` would remove first.
  const whole = existsSync(NPM_RECORD);
  rmSync(STAMP, { force: true });
  rmSync(NPM_RECORD, { force: true });
  let { code, output } = await npm(...(whole ? UPDATE : CLEAN));
  // npm rejects a lock file that lacks packages for other systems, although npm itself sometimes writes such a file.
  if (output.includes("EUSAGE")) ({ code, output } = await npm(...UPDATE));
  stopShowing(code === 0);
  if (code !== 0) {
    throw launchError(`${output.trim()}\nSite Inbox cannot start: npm could not install its packages (see above).`);
  }
  writeFileSync(STAMP, hash);
}

// Neither changes package-lock.json.
const CLEAN = ["ci"];
const UPDATE = ["install", "--no-save"];

function npm(...command) {
  // Install scripts never run. The few steps we need run later, on the pinned Node.
  const args = [...command, "--ignore-scripts", "--no-audit", "--no-fund", "--include=dev", "--include=optional"];
  const child = spawn("npm", [...args, "--loglevel=error"], {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  return new Promise((resolve) => {
    let output = "";
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    child.once("error", (error) => resolve({ code: 1, output: `npm cannot be run: ${error.message}` }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
