// Updates an installation: builds the new version beside the one that runs, backs up, rehearses, switches and proves it, or goes
// back. Plain modules without packages, because it mustn't depend on what it replaces. Usage: npm run update
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { preparationLock } from "./launch/preparation-lock.mjs";
import { projectRoot } from "./launch/project-root.mjs";
import { readRecord, writeRecord } from "./update/record.mjs";
import { expectSuccess } from "./update/run.mjs";
import { findService, lastLog, requireMeans, restart, waitUntilReady } from "./update/service.mjs";
import { build, findTarget } from "./update/source.mjs";
import { convert, nodeIn, placesOf, repairLink, switchTo, versionInUse } from "./update/versions.mjs";

const USAGE =
  "usage: npm run update, and after --: --to REF, --unit NAME, or --stop COMMAND and --start COMMAND; --back; --yes";
const FREE_AFTER_BYTES = 1024 ** 3;
const PROVED_WITHIN_MS = 45_000;
// The backup is complete except for files that were lost before.
const FILES_MISSING = 2;

const say = (words) => process.stdout.write(`${words}\n`);
const places = placesOf(projectRoot);
const versionOf = (commit) => join(places.versions, commit);

function readOptions() {
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
  return values;
}

const isInside = (path) => path?.startsWith(`${projectRoot}/`) || path?.startsWith(`${places.folder}/`);

function requireOutside({ dataDir, backupTo }) {
  if (isInside(dataDir))
    throw new Error(
      `the data is in ${dataDir}, inside the folder that's replaced. Stop the service, move it (mv ${dataDir} ${places.folder}-data), set DATA_DIR=${places.folder}-data in .env, and start the service`,
    );
  if (isInside(backupTo))
    throw new Error(`backups are in ${backupTo}, inside the folder that's replaced. Move them, and set BACKUP_TO`);
}

function requireRoom() {
  const place = existsSync(places.versions) ? places.versions : projectRoot;
  const { bavail, bsize } = statfsSync(place);
  const needed = sizeOf(join(projectRoot, "node_modules")) + sizeOf(join(projectRoot, ".next")) + FREE_AFTER_BYTES;
  if (bavail * bsize >= needed) return;
  throw new Error(`${place} has too little free space: ${Math.ceil(needed / 1024 ** 2)} MB are needed`);
}

function sizeOf(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : [];
  const sizes = entries.map((entry) => (entry.isFile() ? lstatSync(join(entry.parentPath, entry.name)).size : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Runs a command of a version on the service's data. */
const command = (what, version, [script, ...args], { account, env }, more = {}) =>
  expectSuccess(what, nodeIn(version), [`server/${script}`, ...args], { cwd: version, account, env, ...more });

function backUp(service) {
  const hasTarget = service.backupTo !== undefined && service.backupTo !== "none";
  const file = hasTarget ? [] : [join(service.dataDir, "before-update.backup")];
  return command("the backup", projectRoot, ["backup.ts", ...file], service, { accepted: [FILES_MISSING] });
}

/** Makes the version before run again. The database has been migrated, which it can run on. */
async function goBack(record, reason) {
  if (!record.hasWayBack)
    throw new Error(
      `${reason}\nThere's no way back but the backup that was made before the update (docs/operating/install.md#upgrade)`,
    );
  say(`Going back to ${record.from.slice(0, 7)}: ${reason}`);
  const log = await lastLog(record.service);
  if (log !== "") say(log);
  // The disk may be full, and going back needs no room.
  const note = (step) => {
    try {
      writeRecord(places.record, { ...record, step });
    } catch (error) {
      say(`${places.record} can't be written: ${error.message}`);
    }
  };
  note("going-back");
  switchTo(places.folder, versionOf(record.from));
  await restart(record.service);
  await waitUntilReady(record.service, versionOf(record.from));
  note("back");
  say("The version before runs again. Nothing that was stored is lost.");
}

/** Switches to the new version, proves it, or goes back. Returns whether the new one serves. */
async function switchAndProve(record, { signal }) {
  const version = versionOf(record.to);
  try {
    switchTo(places.folder, version);
    await restart(record.service);
    await waitUntilReady(record.service, version);
    const service = await findService({ ...record.service.how, folder: places.folder, root: version });
    await command("the proof", version, ["update/prove-running.ts"], service, { withinMs: PROVED_WITHIN_MS });
    signal.throwIfAborted();
  } catch (error) {
    await goBack(record, error.message);
    return false;
  }
  try {
    writeRecord(places.record, { ...record, step: "proved" });
    removeOthers(record);
  } catch (error) {
    say(`The new version works, but ${places.versions} can't be written to: ${error.message}`);
  }
  return true;
}

/** Removes versions that are neither used nor the way back. */
function removeOthers({ from, to }) {
  for (const name of readdirSync(places.versions)) {
    const isVersion = /^[0-9a-f]{40}$|^building-/.test(name);
    if (isVersion && name !== from && name !== to) rmSync(join(places.versions, name), { recursive: true, force: true });
  }
}

/** Continues what an earlier update left, or undoes it. Returns whether that's what was wanted; undefined if there's nothing. */
async function continueEarlier(record, { back, yes }, stopping) {
  const isOpen = record?.step === "switched" || record?.step === "going-back";
  if (!isOpen && !back) return undefined;
  if (!record || record.step === "preparing" || record.step === "back") throw new Error("there's no update to undo");
  if (record.step === "proved" && !yes)
    throw new Error(
      "the update is complete. The version before lacks what was repaired since: add --yes to go back to it all the same",
    );
  if (record.step === "switched" && !back) return switchAndProve(record, stopping);
  await goBack(record, back ? "you asked for it" : "an update was interrupted while it went back");
  return back;
}

/** Calls off an update that's ended by Ctrl-C, by a signal, or by a terminal that's gone. From the switch on, it goes back. */
function listenForEnd() {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stopping.abort(new Error("it was ended")));
  process.on("SIGHUP", () => undefined);
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return stopping;
}

/** Finds the service and what to update it to, and throws if that can't be done. Undefined if there's nothing newer. */
async function prepare(options) {
  const service = await findService({ ...options, folder: places.folder, root: projectRoot });
  requireOutside(service);
  const found = await findTarget(projectRoot, options.to);
  if (!found) return undefined;
  const { head, target, ref, news, migrations, hasWayBack } = found;
  if (places.isLinked && basename(projectRoot) !== head)
    throw new Error(
      `${projectRoot} isn't at the commit it's named after. Put that back (git checkout ${basename(projectRoot)})`,
    );
  say(`From ${head.slice(0, 7)} to ${ref} (${target.slice(0, 7)}), with ${migrations} migrations.`);
  for (const line of news) say(`  ${line}`);
  if (!hasWayBack && !options.yes)
    throw new Error(
      "there's no way back from this update but the backup that's made before it: add --yes to do it all the same",
    );
  requireRoom();
  return { service, found };
}

async function install({ service, found }, stopping) {
  const { how, host, port } = service;
  const { head, target, hasWayBack } = found;
  const begun = { from: head, to: target, service: { how, host, port }, hasWayBack };
  const version = await build({ root: projectRoot, versions: places.versions }, found);
  writeRecord(places.record, { ...begun, step: "preparing" });
  await backUp(service);
  // It migrates the database, which only a version with a way back can serve on.
  if (hasWayBack) await command("the rehearsal", version, ["update/rehearse.ts"], service);
  stopping.signal.throwIfAborted();
  convert(places.folder, versionOf(head));
  const switched = { ...begun, step: "switched" };
  writeRecord(places.record, switched);
  return switchAndProve(switched, stopping);
}

async function update() {
  const options = readOptions();
  requireMeans(options);
  repairLink(places, projectRoot);
  mkdirSync(places.versions, { recursive: true, mode: 0o755 });
  // The lock of another update, which is in the current folder.
  process.chdir(places.versions);
  await preparationLock();
  if (versionInUse(places.folder) !== projectRoot)
    throw new Error("another update has changed the version. If this one is still needed, run it again");
  const stopping = listenForEnd();
  const continued = await continueEarlier(readRecord(places.record), options, stopping);
  if (continued !== undefined) return continued;
  const prepared = await prepare(options);
  if (!prepared) {
    say("This is the newest version.");
    return true;
  }
  const isUpdated = await install(prepared, stopping);
  if (isUpdated) say(`Updated to ${prepared.found.ref}. To go back: npm run update -- --back --yes`);
  return isUpdated;
}

try {
  if (!(await update())) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? USAGE : `The update ended: ${error.message}`}\n`);
  process.exitCode = 1;
}
