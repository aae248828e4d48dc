import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expectSuccess, ownerOf, shellEnvironment } from "./run.mjs";

const COPIED = [".npmrc"];
const SHARED = [".env", "secrets"];
const UNIT = "docs/operating/site-inbox.service";
const NO_WAY_BACK = /^-- no way back: /m;

const git = (root, args) =>
  expectSuccess(`git ${args[0]}`, "git", args, { cwd: root, account: ownerOf(root), env: shellEnvironment(), isQuiet: true });

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
    const target = (await git(root, ["rev-parse", `${ref}^{commit}`])).trim();
    if (target === head) continue;
    await git(root, ["merge-base", "--is-ancestor", head, target]).catch(() => {
      throw new Error(`${ref} doesn't contain the version that runs here, so it isn't an update of it`);
    });
    found.push({ ref, target, head, hasWayBack: await hasWayBack(root, head, target) });
  }
  // The newest that one can come back from; else the oldest, which is the smallest step.
  const chosen = found.find(({ hasWayBack: has }) => has) ?? found.at(-1);
  return chosen && { ...chosen, ...(await describe(root, chosen)) };
}

async function newMigrations(root, head, target) {
  const names = await git(root, ["diff", "--name-only", "--diff-filter=A", head, target, "--", "prisma/migrations/*.sql"]);
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
  for (const path of await newMigrations(root, head, target))
    if (NO_WAY_BACK.test(await git(root, ["show", `${target}:${path}`]))) return false;
  return true;
}

async function describe(root, { head, target }) {
  const changes = await git(root, ["diff", head, target, "--", "CHANGELOG.md"]);
  const news = changes.split("\n").filter((line) => /^\+(?!\+\+)/.test(line)).map((line) => line.slice(1));
  const unit = await git(root, ["diff", "--name-only", head, target, "--", UNIT]);
  if (unit.trim() !== "") news.push(`The unit changed: compare yours with ${UNIT} afterwards.`);
  return { news, migrations: (await newMigrations(root, head, target)).length };
}

/** Clones and builds a version beside the one that runs. It has its name only once it's whole. */
export async function build({ root, versions }, { target }) {
  const account = ownerOf(root);
  const version = join(versions, target);
  const building = join(versions, `building-${process.pid}-${Date.now()}`);
  mkdirSync(versions, { recursive: true, mode: 0o755 });
  mkdirSync(building, { mode: 0o755 });
  const env = { ...shellEnvironment(), ...(account && { HOME: await homeOf(account.uid) }) };
  if (account) await expectSuccess("the copy", "chown", [`${account.uid}:${account.gid}`, building], { cwd: "/", isQuiet: true });
  const inside = { cwd: building, account, env };
  try {
    const url = (await git(root, ["remote", "get-url", "origin"])).trim();
    await expectSuccess("the copy", "git", ["clone", "--quiet", "--no-checkout", root, "."], inside);
    await expectSuccess("the copy", "git", ["remote", "set-url", "origin", url], inside);
    await expectSuccess("the copy", "git", ["checkout", "--quiet", "--detach", target], inside);
    for (const name of COPIED) if (existsSync(join(root, name))) cpSync(join(root, name), join(building, name));
    for (const name of SHARED) share(root, versions, building, name);
    // The service comes first if memory or the processor is short.
    const first = "echo 1000 > /proc/self/oom_score_adj 2>/dev/null; umask 022; exec nice -n 10 npm run build";
    await expectSuccess("the build", "sh", ["-c", first], inside);
    renameSync(building, version);
    return version;
  } catch (error) {
    rmSync(building, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
}

// One for all versions, so that a setting that's changed later is the older one's too.
function share(root, versions, building, name) {
  const shared = join(versions, "shared");
  const place = join(shared, name);
  if (!existsSync(place)) {
    if (!existsSync(join(root, name))) return;
    mkdirSync(shared, { recursive: true, mode: 0o755 });
    cpSync(join(root, name), place, { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(place, join(building, name));
}

async function homeOf(uid) {
  const output = await expectSuccess("getent", "getent", ["passwd", String(uid)], { cwd: "/", isQuiet: true });
  return output.split(":")[5] ?? "/";
}
