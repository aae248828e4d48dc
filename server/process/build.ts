import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiDocumentPath } from "#routes/document/built-document.ts";
import { waitForLock } from "../database/file-lock.ts";
import { compressPageFiles } from "../http/page-files.ts";
import { showProgress } from "../launch/progress.mjs";
import { isPacked, projectRoot } from "../launch/project-root.mjs";
import { memoryWarning } from "./build-memory.ts";
import { print, printError } from "./console.ts";
import { StartError } from "./start-error.ts";

const SOURCES = [
  "app",
  "client",
  "components",
  "lib",
  "platform",
  "gate",
  "routes",
  "widget",
  "prisma/schema.prisma",
  "instrumentation-client.ts",
  "next.config.js",
  "postcss.config.js",
  "tsconfig.json",
  "package-lock.json",
  "server/documents/api-document.ts",
  "server/http/page-files.ts",
];

const outputsOf = (folder: string) => [
  join(projectRoot, "public", "widget"),
  join(projectRoot, "public", "service-worker.js"),
  apiDocumentPath(folder),
];

const VERSION_LENGTH = 16;
const LOCKS = join(projectRoot, "node_modules", ".cache", "site-inbox");

/** Whether a build is up to date with the sources. */
export async function isBuilt(folder: string): Promise<boolean> {
  const stamp = await readFile(stampOf(folder), "utf8").catch(() => undefined);
  return stamp === hashSources() && outputsOf(folder).every(existsSync);
}

/** Builds the dashboard, its service worker and the widget if any of their sources have changed. */
export async function buildIfChanged(folder: string, signal?: AbortSignal): Promise<void> {
  if (isPacked || (await isBuilt(folder))) return;
  await mkdir(LOCKS, { recursive: true });
  const lock = await waitForLock(join(LOCKS, `${folder}.lock`), signal);
  try {
    if (!(await isBuilt(folder))) await build(folder, signal);
  } finally {
    lock.release();
  }
}

/** Writes the current API document, which is fast. */
export async function buildApiDocument(folder: string): Promise<void> {
  const { currentApiDocument } = await import("../documents/api-document.ts");
  const text = JSON.stringify(await currentApiDocument());
  await mkdir(join(projectRoot, folder), { recursive: true });
  await writeFile(apiDocumentPath(folder), text);
}

/** Bundles the widget and the service worker for the build that's there. `npm run dev` may have bundled them for itself since. */
export async function rebuildScripts(folder: string): Promise<void> {
  await buildScripts((await readFile(stampOf(folder), "utf8")).slice(0, VERSION_LENGTH));
}

/** Bundles the widget and the service worker alone, which is fast. Without a version, nothing is stored for offline. */
export async function buildScripts(version = ""): Promise<void> {
  const { buildServiceWorker, buildWidget } = await import("../../widget/build.ts");
  await Promise.all([buildServiceWorker(version), buildWidget()]);
}

async function build(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const hash = hashSources();
  const isKept = existsSync(join(projectRoot, folder, "BUILD_ID"));
  if (isKept)
    print("The service can be reached after that. On a server, npm run update builds beside the running version.");
  const warning = memoryWarning();
  if (warning !== undefined) printError(warning);
  const finish = showProgress("Building", "under a minute");
  try {
    await rm(stampOf(folder), { force: true });
    await buildScripts(hash.slice(0, VERSION_LENGTH));
    const { code, output } = await runNextBuild(folder, signal);
    signal?.throwIfAborted();
    if (code !== 0) throw new StartError(`the build failed:\n${output.trim()}`);
    await Promise.all([buildApiDocument(folder), compressPageFiles(folder)]);
    await writeFile(stampOf(folder), hash);
    finish(true);
  } catch (error) {
    finish(false);
    throw error;
  }
}

const stampOf = (folder: string) => join(projectRoot, folder, "site-inbox-sources");

function runNextBuild(folder: string, signal: AbortSignal | undefined): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(projectRoot, "node_modules/next/dist/bin/next"), "build"], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: "production",
      SITE_INBOX_BUILD_DIR: folder,
      NEXT_TELEMETRY_DISABLED: "1",
      NO_COLOR: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // On SIGTERM, Next also stops its worker processes.
  signal?.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

// Without waiting between files: there are many, and a start waits for all of them.
function hashSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addToHash(hash, join(projectRoot, source));
  return hash.digest("hex");
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === undefined) return;
  const entries = isFolder ? readdirSync(path, { withFileTypes: true, recursive: true }) : [];
  const files = isFolder
    ? entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    : [path];
  for (const file of files.sort())
    hash
      .update(`${file.slice(projectRoot.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
}
