import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { showProgress } from "./progress.mjs";
import { hashOf, launchError, readIfThere } from "./project-root.mjs";

const PACKAGES = "node_modules";
const LOCK_FILE = "package-lock.json";
const STAMP = ".site-inbox-installed";
// npm writes this last. Without it, an installation is incomplete.
const NPM_RECORD = ".package-lock.json";
// In the project, because a folder can only be renamed on its own disk.
const BESIDE = ".installing";
const REPLACED = join(BESIDE, "replaced");

const stampOf = (folder) => hashOf(readFileSync(join(folder, LOCK_FILE)));

/** Whether the packages in package-lock.json are installed. */
export const isInstalled = () => readIfThere(join(PACKAGES, STAMP)) === stampOf(".");

/** Installs the packages in a folder beside the present ones and then replaces those, which a server may be using. */
export async function install() {
  undoInterrupted();
  if (isInstalled()) return;
  const stopShowing = showProgress("Installing packages", "under a minute");
  const folder = folderBeside();
  let { code, output } = await npm(folder, "ci");
  // npm rejects a lock file that lacks packages for other systems, although npm itself sometimes writes such a file.
  if (output.includes("EUSAGE")) ({ code, output } = await npm(folder, "install", "--no-save"));
  if (code === 0 && !replacePackages(folder)) ({ code, output } = await updateInPlace());
  stopShowing(code === 0);
  removeBeside();
  if (code === 0) return;
  const kept = existsSync(join(PACKAGES, STAMP)) ? " The packages that were there are unchanged." : "";
  throw launchError(
    `${output.trim()}\nSite Inbox cannot start: npm could not install its packages (see above).${kept}`,
  );
}

function folderBeside() {
  removeBeside();
  mkdirSync(BESIDE, { recursive: true });
  // An npm whose launch was killed may still be writing to the last one.
  const folder = mkdtempSync(join(BESIDE, "new-"));
  for (const file of ["package.json", LOCK_FILE, ".npmrc"]) {
    if (existsSync(file)) copyFileSync(file, join(folder, file));
  }
  return folder;
}

/** False if the present packages can't be moved: they're a mount, or on Windows a program runs from them. */
function replacePackages(folder) {
  writeFileSync(join(folder, PACKAGES, STAMP), stampOf(folder));
  try {
    if (lstatSync(PACKAGES, { throwIfNoEntry: false })) renameSync(PACKAGES, REPLACED);
    renameSync(join(folder, PACKAGES), PACKAGES);
    return true;
  } catch {
    undoInterrupted();
    return false;
  }
}

/** Puts the packages back that a launch had moved away when it ended. */
function undoInterrupted() {
  if (!existsSync(PACKAGES) && existsSync(REPLACED)) renameSync(REPLACED, PACKAGES);
}

function removeBeside() {
  try {
    rmSync(BESIDE, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A program still runs from it. The next installation removes it.
  }
}

// Everything is in npm's cache by now, so this hardly needs the registry.
async function updateInPlace() {
  const stamp = stampOf(".");
  for (const file of [STAMP, NPM_RECORD]) rmSync(join(PACKAGES, file), { force: true });
  const result = await npm(".", "install", "--no-save");
  if (result.code === 0) writeFileSync(join(PACKAGES, STAMP), stamp);
  return result;
}

function npm(folder, ...command) {
  // Install scripts never run. The few steps we need run later, on the pinned Node.
  const args = [...command, "--ignore-scripts", "--no-audit", "--no-fund", "--include=dev", "--include=optional"];
  const child = spawn("npm", [...args, "--prefer-offline", "--loglevel=warn"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  return new Promise((resolve) => {
    let output = "";
    const take = (data) => {
      output += data;
      // npm only warns of it, and goes on without the file.
      if (output.includes("ENOSPC")) child.kill("SIGKILL");
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("error", (error) => resolve({ code: 1, output: `npm cannot be run: ${error.message}` }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
