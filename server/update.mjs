// Updates an installation: builds the new version beside the one that runs, backs up, rehearses, switches and proves it, or goes
// back. Plain modules without packages, because it mustn't depend on what it replaces. Usage: npm run update
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from "node:fs";
import { get } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs, parseEnv } from "node:util";
import { projectRoot } from "./launch/project-root.mjs";
import { readRecord, writeRecord } from "./update/record.mjs";
import { expectSuccess, run } from "./update/run.mjs";
import { convert, placesOf, switchTo, versionInUse } from "./update/versions.mjs";

const USAGE = "usage: npm run update, and after --: --to REF, --unit NAME, --stop COMMAND and --start COMMAND, --back, --yes";
const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 250;
const FREE_AFTER_BYTES = 1024 ** 3;
const COPIED = [".env", ".npmrc", "secrets"];

const say = (words) => process.stdout.write(`${words}\n`);

/** Reads what's asked for, and what there is. */
function survey() {
  const { values } = parseArgs({
    options: {
      to: { type: "string" },
      unit: { type: "string", default: "site-inbox" },
      stop: { type: "string" },
      start: { type: "string" },
      back: { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
    },
  });
  const places = placesOf(projectRoot);
  const settings = existsSync(join(projectRoot, ".env")) ? parseEnv(readFileSync(join(projectRoot, ".env"), "utf8")) : {};
  const dataDir = resolve(projectRoot, process.env.DATA_DIR ?? settings.DATA_DIR ?? "data");
  return { ...values, ...places, root: projectRoot, settings, dataDir };
}

/** The account that owns a file or folder, if this process may become it. */
function accountOf(path) {
  const { uid, gid } = statSync(path);
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : undefined;
}

function requireDataOutside({ dataDir, root, folder }) {
  if (!dataDir.startsWith(`${root}/`) && !dataDir.startsWith(`${folder}/`)) return;
  throw new Error(
    `the data is in ${dataDir}, inside the folder that's replaced. Stop the service, move it (mv ${dataDir} ${folder}-data), set DATA_DIR=${folder}-data in .env, and start the service`,
  );
}

/** Finds the newest release that contains this version, or the one that's asked for. Undefined if there's none. */
async function findTarget({ root, to }) {
  const account = accountOf(root);
  const git = (...args) => expectSuccess(`git ${args[0]}`, "git", args, { cwd: root, account, isQuiet: true });
  if ((await git("status", "--porcelain", "--untracked-files=no")).trim() !== "")
    throw new Error("files of this folder were changed. Commit or undo that first (git status)");
  await git("fetch", "--quiet", "--tags", "origin");
  const head = (await git("rev-parse", "HEAD")).trim();
  const tags = (await git("tag", "--list", "v*", "--contains", "HEAD", "--sort=-version:refname")).split("\n");
  const release = tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  const ref = to ?? release ?? "origin/HEAD";
  const target = (await git("rev-parse", `${ref}^{commit}`)).trim();
  if (target === head) return undefined;
  const log = await git("diff", head, target, "--", "CHANGELOG.md");
  const news = log.split("\n").filter((line) => /^\+(?!\+\+)/.test(line)).map((line) => line.slice(1));
  const migrations = (await git("diff", "--name-only", "--diff-filter=A", head, target, "--", "prisma/migrations")).trim();
  return { ref, target, head, news, migrations: migrations === "" ? 0 : migrations.split("\n").length };
}

function requireRoom(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const needed = sizeOf(join(projectRoot, "node_modules")) + sizeOf(join(projectRoot, ".next")) + FREE_AFTER_BYTES;
  if (bavail * bsize >= needed) return;
  throw new Error(`${folder} has too little free space: ${Math.ceil(needed / 1024 ** 2)} MB are needed`);
}

function sizeOf(folder) {
  if (!existsSync(folder)) return 0;
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.reduce((sum, entry) => sum + (entry.isFile() ? lstatSync(join(entry.parentPath, entry.name)).size : 0), 0);
}

/** Clones and builds a version beside the one that runs. */
async function build({ root, versions }, { target }) {
  const account = accountOf(root);
  const version = join(versions, target);
  const owned = { cwd: root, account };
  rmSync(version, { recursive: true, force: true });
  mkdirSync(versions, { recursive: true, mode: 0o755 });
  const url = (await expectSuccess("git", "git", ["remote", "get-url", "origin"], { ...owned, isQuiet: true })).trim();
  await expectSuccess("the copy", "git", ["clone", "--quiet", "--no-checkout", root, version], owned);
  const inside = { cwd: version, account };
  await expectSuccess("the copy", "git", ["remote", "set-url", "origin", url], inside);
  await expectSuccess("the copy", "git", ["checkout", "--quiet", "--detach", target], inside);
  for (const name of COPIED)
    if (existsSync(join(root, name))) await expectSuccess("the copy", "cp", ["-a", join(root, name), version], { cwd: root });
  // The service comes first if memory or the processor is short.
  const first = "echo 1000 > /proc/self/oom_score_adj 2>/dev/null; exec nice -n 10 npm run build";
  await expectSuccess("the build", "sh", ["-c", first], inside);
  return version;
}

const nodeIn = (version) => join(version, "node_modules/.bin/node");

/** Runs a command of a version, as the account that owns the data. */
const command = (what, version, script, args, { dataDir }) =>
  expectSuccess(what, nodeIn(version), [`server/${script}`, ...args], {
    cwd: version,
    account: existsSync(dataDir) ? accountOf(dataDir) : undefined,
    env: { DATA_DIR: dataDir },
  });

async function backUp(installation) {
  const { root, dataDir, settings } = installation;
  const kept = settings.BACKUP_TO && settings.BACKUP_TO !== "none" ? [] : [join(dataDir, "before-update.backup")];
  await command("the backup", root, "backup.ts", kept, installation);
}

async function restart({ unit, stop, start, root }) {
  if (stop === undefined || start === undefined) return expectSuccess("the restart", "systemctl", ["restart", unit], { cwd: "/" });
  await expectSuccess("--stop", "sh", ["-c", stop], { cwd: root });
  return expectSuccess("--start", "sh", ["-c", start], { cwd: "/" });
}

/** Waits until a version of the service is ready. */
async function waitUntilReady({ settings }, version) {
  const wanted = JSON.parse(readFileSync(join(version, "package.json"), "utf8")).version;
  const port = Number(process.env.PORT ?? settings.PORT ?? 3000);
  const host = /^(?:0\.0\.0\.0|::)?$/.test(settings.HOST ?? "") ? "127.0.0.1" : settings.HOST;
  const ask = (path) =>
    new Promise((done) => {
      get({ host, port, path, agent: false, timeout: ASK_EVERY_MS * 4 }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => (text += part));
        response.on("end", () => done(response.statusCode === 200 ? text : ""));
      })
        .on("timeout", function () {
          this.destroy();
        })
        .on("error", () => done(""));
    });
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await pause(ASK_EVERY_MS)) {
    const [live, ready] = await Promise.all([ask("/health/live"), ask("/health/ready")]);
    if (ready !== "" && live.includes(`"version":"${wanted}"`)) return;
  }
  throw new Error(`version ${wanted} isn't ready after ${READY_WITHIN_MS / 1000} seconds`);
}

/** Makes the version before run again. Its database has been migrated, which it can run on. */
async function goBack(installation, record, reason) {
  say(`Going back to ${record.from.slice(0, 7)}: ${reason}`);
  const version = join(installation.versions, record.from);
  switchTo(installation.folder, version);
  writeRecord(installation.record, { ...record, step: "back" });
  await restart(installation);
  await waitUntilReady(installation, version);
  say("The version before runs again. Nothing that was stored is lost.");
}

async function switchAndProve(installation, record) {
  const version = join(installation.versions, record.to);
  try {
    switchTo(installation.folder, version);
    await restart(installation);
    await waitUntilReady(installation, version);
    await command("the proof", version, "prove.ts", [], installation);
    writeRecord(installation.record, { ...record, step: "proved" });
  } catch (error) {
    await goBack(installation, record, error.message);
    process.exitCode = 1;
  }
}

async function update() {
  const installation = survey();
  const { folder, versions, record: path, root } = installation;
  const record = readRecord(path);
  if (installation.back) {
    if (!record) throw new Error("there was no update to undo");
    if (record.step === "proved" && !installation.yes)
      throw new Error("the update is complete. The version before lacks what was repaired since: add --yes to go back to it all the same");
    return goBack(installation, record, "you asked for it");
  }
  if (record?.step === "switched") {
    say("An update was interrupted. Continuing with it.");
    return switchAndProve(installation, record);
  }
  requireDataOutside(installation);
  const found = await findTarget(installation);
  if (!found) return say("This is the newest version.");
  say(`From ${found.head.slice(0, 7)} to ${found.ref} (${found.target.slice(0, 7)}), with ${found.migrations} migrations.`);
  for (const line of found.news) say(`  ${line}`);
  requireRoom(existsSync(versions) ? versions : root);
  const begun = { from: found.head, to: found.target };
  const version = await build(installation, found);
  writeRecord(path, { ...begun, step: "preparing" });
  await backUp(installation);
  await command("the rehearsal", version, "rehearse.ts", [], installation);
  convert(folder, join(versions, found.head));
  writeRecord(path, { ...begun, step: "switched" });
  await switchAndProve({ ...installation, root: versionInUse(folder) }, { ...begun, step: "switched" });
  if (process.exitCode !== 1) say(`Updated to ${found.ref}. To go back: npm run update -- --back --yes`);
}

try {
  await update();
} catch (error) {
  process.stderr.write(`${error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? USAGE : `The update failed, and the service wasn't changed: ${error.message}`}\n`);
  process.exitCode = 1;
}
