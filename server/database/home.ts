import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { StartError } from "../process/start-error.ts";
import { type Account, runningAsRoot, systemAccount } from "./account.ts";
import { type Binaries, findBinaries, shareBinaries } from "./binaries.ts";
import { createCluster } from "./create-cluster.ts";

/** Where the built-in database is, and the account it runs as. */
export type Home = { folder: string; cluster: string; binaries: string; account: Account | undefined };

// Root's folders may be closed to other accounts, including the one that PostgreSQL runs as.
const ROOTS_BASE = "/var/lib/site-inbox";
const LOCATION = "postgres-location";
const BELONGS_TO = "data-folder";

/**
 * Finds the database of a data folder, creating an empty one on first use. Calls `onCreatedOutside` with its folder if that's
 * outside of the data folder. The caller holds the start lock.
 */
export async function findOrCreateHome(dataDir: string, onCreatedOutside?: (folder: string) => void): Promise<Home> {
  const binaries = await findBinaries(copiesIn(dataDir));
  if (!runningAsRoot()) return homeInside(dataDir, binaries);
  return homeForRoot(dataDir, binaries, onCreatedOutside);
}

// Where a package's programs are copied to if its own folder can't be written.
const copiesIn = (dataDir: string) => (runningAsRoot() ? ROOTS_BASE : join(dataDir, "programs"));

/** Whether a data folder has a built-in database. */
export const hasDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, "postgres")) || existsSync(join(dataDir, LOCATION));

/** Returns the folder with the database if root created it outside of the data folder. */
export async function recordedLocation(dataDir: string): Promise<string | undefined> {
  const path = join(dataDir, LOCATION);
  return existsSync(path) ? (await readFile(path, "utf8")).trim() : undefined;
}

async function homeInside(dataDir: string, binaries: Binaries): Promise<Home> {
  if (await recordedLocation(dataDir)) {
    throw new StartError(`the database of ${dataDir} was created by root. Start as root, or set another DATA_DIR`);
  }
  const folder = join(dataDir, "postgres");
  const run = { binaries: binaries.folder, account: undefined };
  if (!existsSync(folder)) await makeWhole(dataDir, "postgres.new-", folder, run);
  return checkedHome(folder, run);
}

async function homeForRoot(
  dataDir: string,
  shared: Binaries,
  onCreatedOutside?: (folder: string) => void,
): Promise<Home> {
  const inside = join(dataDir, "postgres");
  if (existsSync(inside)) {
    throw new StartError(
      `${inside} wasn't created by root. Start as the account that created it, or set another DATA_DIR`,
    );
  }
  const binaries = (await shareBinaries(shared, ROOTS_BASE)).folder;
  const recorded = await recordedLocation(dataDir);
  if (recorded) return recordedHome(dataDir, recorded, binaries);

  const account = systemAccount(ROOTS_BASE);
  if (!account)
    throw new StartError(
      "root needs another account to run the built-in database as, and there isn't one, not even nobody",
    );
  const real = await realpath(dataDir);
  const folder = join(ROOTS_BASE, randomBytes(6).toString("hex"));
  await makeWhole(ROOTS_BASE, "new-", folder, { binaries, account });
  await writeWhole(join(folder, BELONGS_TO), real);
  await writeWhole(join(dataDir, LOCATION), folder);
  onCreatedOutside?.(folder);
  return checkedHome(folder, { binaries, account });
}

async function recordedHome(dataDir: string, folder: string, binaries: string): Promise<Home> {
  await requireOwn(dataDir, folder);
  const { uid, gid } = await stat(await newestCluster(folder));
  return checkedHome(folder, { binaries, account: { uid, gid } });
}

async function requireOwn(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(folder)) {
    throw new StartError(
      `the database is missing: ${join(dataDir, LOCATION)} points to ${folder}, which doesn't exist`,
    );
  }
  await refuseCopies(dataDir, folder);
}

/** A data folder may be moved, and its database with it. A copy must not share the original's database. */
async function refuseCopies(dataDir: string, folder: string): Promise<void> {
  const note = join(folder, BELONGS_TO);
  const original = existsSync(note) ? (await readFile(note, "utf8")).trim() : "";
  const here = await realpath(dataDir);
  if (original === here) return;
  if (original && (await recordedLocation(original).catch(() => undefined)) === folder) {
    throw new StartError(
      `${here} is a copy of ${original} and would share its database: remove ${join(here, LOCATION)} to start with an empty database`,
    );
  }
  await writeWhole(note, here);
}

type Run = { binaries: string; account: Account | undefined };

/** Creates a database under a temporary name, so that an interrupted one is never mistaken for a complete one. */
async function makeWhole(base: string, prefix: string, folder: string, run: Run): Promise<void> {
  const unfinished = await mkdtemp(join(base, prefix));
  try {
    if (run.account) await chown(unfinished, run.account.uid, run.account.gid);
    await createCluster(unfinished, run);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

export const SUPPORTED_MAJOR = 18;
const CLUSTER = /^cluster(?:-(\d+))?$/;

/** Where an upgrade to this PostgreSQL makes its cluster, beside the one before. */
export const upgradedCluster = (folder: string): string => join(folder, `cluster-${SUPPORTED_MAJOR}`);

/** The first one is `cluster`, from any PostgreSQL. An upgrade creates another one (upgrade-cluster.ts). */
export async function newestCluster(folder: string): Promise<string> {
  const made = (await readdir(folder)).flatMap((name) => {
    const [, major = "0"] = CLUSTER.exec(name) ?? [];
    return CLUSTER.test(name) ? [{ name, major: Number(major) }] : [];
  });
  const newest = made.toSorted((a, b) => b.major - a.major)[0];
  if (!newest) throw new StartError(`the database is missing: there's no cluster in ${folder}`);
  return realpath(join(folder, newest.name));
}

const majorOf = async (cluster: string) => Number((await readFile(join(cluster, "PG_VERSION"), "utf8")).trim());

async function checkedHome(folder: string, run: Run): Promise<Home> {
  const cluster = await newestCluster(folder);
  const major = await majorOf(cluster);
  if (major === SUPPORTED_MAJOR) return { folder, cluster, ...run };
  const todo =
    major < SUPPORTED_MAJOR
      ? "Run npm run db:upgrade, which keeps it and creates another one"
      : "Run the version of Site Inbox that created it";
  throw new StartError(
    `the database in ${folder} is from PostgreSQL ${major}, and this version includes ${SUPPORTED_MAJOR}. ${todo}`,
  );
}

/** Finds a data folder's database from an older PostgreSQL. Its `binaries` are this version's. The caller holds the start lock. */
export async function findOlderHome(dataDir: string): Promise<{ home: Home; major: number }> {
  if (!hasDatabase(dataDir)) throw new StartError(`there's no database in ${dataDir}`);
  const recorded = await recordedLocation(dataDir);
  if (recorded) await requireOwn(dataDir, recorded);
  const folder = recorded ?? join(dataDir, "postgres");
  const cluster = await newestCluster(folder);
  const major = await majorOf(cluster);
  if (major >= SUPPORTED_MAJOR) throw new StartError(`the database is from PostgreSQL ${major} already`);
  const { uid, gid } = await stat(cluster);
  const binaries = await findBinaries(copiesIn(dataDir));
  if (!runningAsRoot()) return { home: { folder, cluster, binaries: binaries.folder, account: undefined }, major };
  const shared = await shareBinaries(binaries, ROOTS_BASE);
  return { home: { folder, cluster, binaries: shared.folder, account: { uid, gid } }, major };
}

/** Makes a PostgreSQL's programs usable for the account that a database runs as. */
export const usableBy = async (home: Home, binaries: Binaries): Promise<string> =>
  home.account === undefined ? binaries.folder : (await shareBinaries(binaries, ROOTS_BASE)).folder;

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Creates the data folder, which only its owner may enter. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  if (await makeFolder(resolve(dataDir))) await chmod(dataDir, 0o700);
}

/**
 * Creates a folder and its parents. Returns whether it was missing. Node's recursive mkdir never returns in /proc.
 */
async function makeFolder(path: string): Promise<boolean> {
  const problem = await tryFolder(path);
  if (problem?.code !== "ENOENT" || dirname(path) === path) return isMade(path, problem);
  await makeFolder(dirname(path));
  return isMade(path, await tryFolder(path));
}

const tryFolder = (path: string) =>
  mkdir(path, { mode: 0o700 }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );

async function isMade(path: string, problem: NodeJS.ErrnoException | undefined): Promise<boolean> {
  if (problem === undefined) return true;
  if (problem.code === "EEXIST" && (await stat(path)).isDirectory()) return false;
  throw problem;
}
