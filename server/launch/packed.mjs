import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { launchError, projectRoot } from "./project-root.mjs";
import { loadSettingsFile } from "./settings-file.mjs";

// The others read and write files that are named by their path from the current folder.
const RUNS_IN_PACKAGE = ["server/start.ts", "server/jobs.ts", "server/seed.ts"];
const CREATES_DATABASE = ["server/start.ts", "server/seed.ts", "server/restore.ts"];

// Next links packages that it doesn't bundle under names such as pg-587764f78a6c7a9c. npm packs no links.
const HASHED = /^((?:@[^/]+\/)?[^/]+)-[0-9a-f]{16}(?=\/|$)/;

/** Returns the name of a package that Next's build names with a hash. */
export const nameOfExternal = (specifier) => specifier.replace(HASHED, "$1");

/** The options of Node that a package runs with. The second is the one of npm start. */
export const PACKED_OPTIONS = [
  `--import=${new URL("packed-sources.mjs", import.meta.url).href}`,
  "--max-semi-space-size=16",
];

export const hasPackedOptions = () => PACKED_OPTIONS.every((option) => process.execArgv.includes(option));

/** Reads settings from the current folder and chooses the data folder, because a package's own may be read-only. */
export function enterPackage(script) {
  const folder = process.cwd();
  loadSettingsFile();
  for (const [name, path] of Object.entries(process.env))
    if (name.endsWith("_FILE") && path && !isAbsolute(path) && existsSync(path)) process.env[name] = resolve(path);
  const chosen = process.env.DATA_DIR?.trim();
  const dataDir = chosen ? resolve(chosen) : join(usualFolder(), "site-inbox");
  process.env.DATA_DIR = dataDir;
  if (!CREATES_DATABASE.includes(script)) requireDatabase(dataDir);
  if (script === "server/start.ts") {
    process.stdout.write(`Data: ${dataDir} (DATA_DIR). Settings: ${join(folder, ".env")}\n`);
  }
  if (RUNS_IN_PACKAGE.includes(script)) process.chdir(projectRoot);
}

const usualFolder = () => process.env.XDG_DATA_HOME || join(homedir(), ".local/share");

// In another folder than the service's, a command would create an empty database of its own.
function requireDatabase(dataDir) {
  const hasOwn = ["postgres", "postgres-location"].some((name) => existsSync(join(dataDir, name)));
  if (hasOwn || process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) return;
  throw launchError(
    `There's no database in ${dataDir}. Run this in the folder with the service's .env, or set DATA_DIR or DATABASE_URL.`,
  );
}
