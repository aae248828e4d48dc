import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expectSuccess, ownerOf, shellEnvironment } from "./run.mjs";
import { nodeIn, versionIn } from "./versions.mjs";

const COPIED = ".npmrc";
const SETTINGS = ".env";
const UNIT = "docs/operating/site-inbox.service";
const NO_WAY_BACK = /^-- no way back: /m;

async function git(root, args) {
  const account = ownerOf(root);
  return expectSuccess(`git ${args[0]}`, "git", args, {
    cwd: root,
    account,
    env: await environmentOf(account),
    isQuiet: true,
  });
}

/** The operator's environment, with the home of an account. */
async function environmentOf(account) {
  if (!account) return shellEnvironment();
  const output = await expectSuccess("getent", "getent", ["passwd", String(account.uid)], { cwd: "/", isQuiet: true });
  return { ...shellEnvironment(), HOME: output.split(":")[5] ?? "/" };
}

/**
 * Finds what to update to: the newest release that the present version can come back from, or what's asked for. Undefined if there's
 * nothing newer.
 */
export async function findTarget(root, wanted) {
  if ((await git(root, ["status", "--porcelain", "--untracked-files=no"])).trim() !== "")
    throw new Error("files of this folder were changed. Commit or undo that first (git status)");
  await git(root, ["fetch", "--quiet", "--tags", "origin"]);
  await git(root, ["remote", "set-head", "origin", "--auto"]);
  const head = (await git(root, ["rev-parse", "HEAD"])).trim();
  const tags = (await git(root, ["tag", "--list", "v*", "--contains", "HEAD", "--sort=-version:refname"])).split("\n");
  const releases = tags.filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  const candidates = wanted ? [wanted] : releases.length > 0 ? releases : ["origin/HEAD"];
  const found = [];
  for (const ref of candidates) {
    const target = await commitOf(root, ref);
    if (target === head) continue;
    await git(root, ["merge-base", "--is-ancestor", head, target]).catch(() => {
      throw new Error(`${ref} doesn't contain the version that runs here, so it isn't an update of it`);
    });
    found.push({ ref, target, head, hasWayBack: await hasWayBack(root, head, target) });
  }
  // The newest that one can come back from; else the oldest, which is the smallest step.
  const chosen = found.find(({ hasWayBack: has }) => has) ?? found.at(-1);
  return chosen && { ...chosen, ...(await newsOf(root, chosen)) };
}

// A branch of the origin comes first: the clone's own is as old as the clone.
const commitOf = async (root, ref) =>
  (
    await git(root, ["rev-parse", "--verify", `origin/${ref}^{commit}`]).catch(() =>
      git(root, ["rev-parse", "--verify", `${ref}^{commit}`]),
    )
  ).trim();

async function newMigrations(root, head, target) {
  const names = await git(root, [
    "diff",
    "--name-only",
    "--diff-filter=A",
    head,
    target,
    "--",
    "prisma/migrations/*.sql",
  ]);
  return names.split("\n").filter(Boolean);
}

/** Whether a version can run again after another one has migrated the database. */
async function hasWayBack(root, head, target) {
  const previous = (await git(root, ["show", `${target}:prisma/migrations/previous-release`]).catch(() => "")).trim();
  if (previous === "") return false;
  const isKnown = await git(root, ["cat-file", "-e", `${head}:prisma/migrations/${previous}/migration.sql`]).then(
    () => true,
    () => false,
  );
  if (!isKnown) return false;
  for (const path of await newMigrations(root, head, target)) {
    const isNewer = basename(dirname(path)) > previous;
    if (!isNewer || NO_WAY_BACK.test(await git(root, ["show", `${target}:${path}`]))) return false;
  }
  return true;
}

async function newsOf(root, { head, target }) {
  const changes = await git(root, ["diff", head, target, "--", "CHANGELOG.md"]);
  const news = changes
    .split("\n")
    .filter((line) => /^\+(?!\+\+)/.test(line))
    .map((line) => line.slice(1));
  const unit = await git(root, ["diff", "--name-only", head, target, "--", UNIT]);
  if (unit.trim() !== "") news.push(`The unit changed: compare yours with ${UNIT} afterwards.`);
  return { news, migrations: (await newMigrations(root, head, target)).length };
}

/** Clones and builds a version beside the one that runs. It has its name only once it's whole. */
export async function build({ root, versions, signal }, { target }) {
  const version = versionIn(versions, target);
  await shareSettings(root, versions);
  if (existsSync(nodeIn(version))) return version;
  const building = makeFolder(versions);
  const account = ownerOf(root);
  const inside = { cwd: building, account, env: await environmentOf(account), signal };
  const quietly = (program, args, options = inside) =>
    expectSuccess("the copy", program, args, { ...options, isQuiet: true });
  try {
    if (account) await quietly("chown", [`${account.uid}:${account.gid}`, building], { cwd: "/" });
    const url = (await git(root, ["remote", "get-url", "origin"])).trim();
    await quietly("git", ["clone", "--quiet", "--no-checkout", root, "."]);
    // How it's fetched may be set there.
    if (statSync(join(root, ".git")).isDirectory()) await quietly("cp", [join(root, ".git/config"), ".git/config"]);
    await quietly("git", ["remote", "set-url", "origin", url]);
    await quietly("git", ["checkout", "--quiet", "--detach", target]);
    if (existsSync(join(root, COPIED))) await quietly("cp", ["-a", join(root, COPIED), building], { cwd: "/" });
    linkSettings(building, versions);
    // The service comes first if memory or the processor is short.
    const first = "echo 1000 > /proc/self/oom_score_adj 2>/dev/null; exec nice -n 10 npm run build";
    await expectSuccess("the build", "sh", ["-c", first], inside);
    // It's only whole if it's on the disk.
    await quietly("sync", ["-f", "."]);
    renameSync(building, version);
    return version;
  } catch (error) {
    rmSync(building, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
}

/** Makes a folder to build in, and removes those of builds that were killed. */
function makeFolder(versions) {
  for (const name of readdirSync(versions))
    if (name.startsWith("building-")) rmSync(join(versions, name), { recursive: true, force: true, maxRetries: 3 });
  const folder = join(versions, `building-${process.pid}-${Date.now()}`);
  mkdirSync(folder, { mode: 0o755 });
  return folder;
}

const sharedIn = (versions) => join(versions, "shared", SETTINGS);

const readsShared = (path, shared) =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path) === shared;

/** Copies the settings of a version that has its own to where all versions read them, with their owner and mode. */
export async function shareSettings(root, versions) {
  const shared = sharedIn(versions);
  const own = join(root, SETTINGS);
  if (!existsSync(own) || readsShared(own, shared)) return;
  mkdirSync(dirname(shared), { recursive: true, mode: 0o755 });
  await expectSuccess("the copy", "cp", ["-aL", own, `${shared}.new`], { cwd: "/", isQuiet: true });
  renameSync(`${shared}.new`, shared);
}

/** Whether a version's folder has files that it didn't come with. */
export const hasOwnFiles = async (version) => (await git(version, ["status", "--porcelain"])).trim() !== "";

/** Makes a version read the settings of all, so that one that's changed later is the older version's too. */
export function linkSettings(version, versions) {
  const shared = sharedIn(versions);
  const path = join(version, SETTINGS);
  if (!existsSync(shared) || readsShared(path, shared)) return;
  rmSync(`${path}.new`, { force: true });
  symlinkSync(shared, `${path}.new`);
  renameSync(`${path}.new`, path);
}
