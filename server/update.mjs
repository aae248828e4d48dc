// Updates an installation: builds the new version beside the one that runs, backs up, rehearses, switches and proves it, or goes
// back. Plain modules without packages, because it mustn't depend on what it replaces. Usage: npm run update
import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { preparationLock } from "./launch/preparation-lock.mjs";
import { projectRoot } from "./launch/project-root.mjs";
import { readRecord, writeRecord } from "./update/record.mjs";
import { expectSuccess, takenByNpm } from "./update/run.mjs";
import { findService, lastLog, requireMeans, restart, waitUntilReady } from "./update/service.mjs";
import { build, findTarget, hasOwnFiles, linkSettings, shareSettings } from "./update/source.mjs";
import {
  convert,
  isVersionOf,
  listOthers,
  nodeIn,
  placesOf,
  repairLink,
  switchTo,
  versionIn,
  versionInUse,
} from "./update/versions.mjs";

const USAGE =
  "usage: npm run update, and after --: --to REF, --unit NAME, or --stop COMMAND and --start COMMAND; --back; --yes";
const FREE_AFTER_BYTES = 1024 ** 3;
const PROVED_WITHIN_MS = 30_000;
// The backup is complete except for files that were lost before.
const FILES_MISSING = 2;

const say = (words) => process.stdout.write(`${words}\n`);
const places = placesOf(projectRoot);
const versionOf = (commit) => versionIn(places.versions, commit);

function readOptions() {
  const { values } = parseArgs({
    options: {
      to: { type: "string" },
      unit: { type: "string" },
      stop: { type: "string" },
      start: { type: "string" },
      back: { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
      // What the guard of a killed update asks for.
      continue: { type: "boolean", default: false },
    },
  });
  const taken = takenByNpm(["back", "to", "unit", "stop", "start"]);
  if (taken.length > 0) throw new Error(`npm took --${taken[0]} for its own. Write -- before the options\n${USAGE}`);
  return values;
}

const isInside = (path) => path?.startsWith(`${projectRoot}/`) || path?.startsWith(`${places.folder}/`);

function requireOutside({ dataDir, paths }) {
  if (isInside(dataDir))
    throw new Error(
      `the data is in ${dataDir}, inside the folder that's replaced. Stop the service, move it (mv ${dataDir} ${places.folder}-data), set DATA_DIR=${places.folder}-data in .env, and start the service`,
    );
  const inside = Object.entries(paths).find(([, path]) => isInside(path));
  if (inside)
    throw new Error(`${inside[0]} is ${inside[1]}, inside the folder that's replaced. Move that, and set ${inside[0]}`);
}

function requireRoom() {
  const { bavail, bsize } = statfsSync(places.versions);
  const needed = sizeOf(join(projectRoot, "node_modules")) + sizeOf(join(projectRoot, ".next")) + FREE_AFTER_BYTES;
  if (bavail * bsize >= needed) return;
  throw new Error(`${places.versions} has too little free space: ${Math.ceil(needed / 1024 ** 2)} MB are needed`);
}

function sizeOf(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : [];
  const sizes = entries.map((entry) => (entry.isFile() ? lstatSync(join(entry.parentPath, entry.name)).size : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Runs a command of a version on the service's data. */
const command = (what, version, [script, ...args], { account, env }, more = {}) =>
  expectSuccess(what, nodeIn(version), [`server/${script}`, ...args], { cwd: version, account, env, ...more });

function backUp(service, { hasWayBack, signal }) {
  const hasTarget = service.backupTo !== undefined && service.backupTo !== "none";
  // Where backups are kept, the next one of the day takes its place.
  const file = hasTarget && hasWayBack ? [] : [join(service.dataDir, "before-update.backup")];
  return command("the backup", projectRoot, ["backup.ts", ...file], service, { accepted: [FILES_MISSING], signal });
}

/** Makes the version before run again. The database may have been migrated, which it can run on if there's a way back. */
async function goBack(record, reason) {
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
  await waitUntilReady(record.service, versionOf(record.from), { isRehearsed: true });
  note("back");
  say("The version before runs again. Nothing that was stored is lost.");
}

/** The version before may no longer be able to run, and the backup lacks what was stored since: that's for people to decide. */
function keepUnproved(record, reason) {
  writeRecord(places.record, { ...record, step: "failed" });
  throw new Error(
    `${reason}\nThe new version stays, because there's no way back from it but the backup that was made before (docs/operating/install.md#upgrade)`,
  );
}

/** Removes versions that are neither used nor the way back. */
async function removeOthers({ from, to }) {
  for (const path of listOthers(places.versions, [from, to])) {
    if (await hasOwnFiles(path)) say(`${path} is no longer needed, but has files that it didn't come with.`);
    else rmSync(path, { recursive: true, force: true });
  }
}

/** Switches to the new version, proves it, or goes back. Returns whether the new one serves. */
async function switchAndProve(record, { signal }) {
  const version = versionOf(record.to);
  try {
    switchTo(places.folder, version);
    await restart(record.service);
    await waitUntilReady(record.service, version, { isRehearsed: record.hasWayBack });
    const service = await findService({ ...record.service.how, folder: places.folder, root: version });
    await command("the proof", version, ["update/prove-running.ts"], service, { withinMs: PROVED_WITHIN_MS });
    signal.throwIfAborted();
  } catch (error) {
    if (record.hasWayBack) await goBack(record, error.message);
    else keepUnproved(record, error.message);
    return false;
  }
  try {
    writeRecord(places.record, { ...record, step: "proved" });
    await removeOthers(record);
  } catch (error) {
    say(`The new version works, but ${places.versions} can't be written to: ${error.message}`);
  }
  return true;
}

/** Continues what an earlier update left, or undoes it. Returns whether that's what was wanted; undefined if there's nothing. */
async function continueEarlier(found, { back, yes, unit, stop, start }, stopping) {
  const used = versionInUse(places.folder);
  // The folder may have been exchanged by hand since.
  const isOurs = found && (isVersionOf(used, found.from) || isVersionOf(used, found.to));
  const isOpen = isOurs && (found.step === "switched" || found.step === "going-back");
  if (!isOpen && !back) return undefined;
  if (!isOurs || found.step === "back") throw new Error("there's no update to undo");
  const given = stop ? { stop, start } : unit && { unit };
  const record = given ? { ...found, service: { ...found.service, how: given } } : found;
  if (back && !record.hasWayBack)
    throw new Error(
      "There's no way back but the backup that was made before the update (docs/operating/install.md#upgrade)",
    );
  if (record.step === "proved" && !yes)
    throw new Error(
      "the update is complete. The version before lacks what was repaired since: add --yes to go back to it all the same",
    );
  if (record.step === "switched" && !back) return switchAndProve(record, stopping);
  // Its address may have been changed since.
  const { how, host, port } = await findService({
    ...record.service.how,
    folder: places.folder,
    root: used,
  }).catch(() => record.service);
  const reason = back ? "you asked for it" : "an update was interrupted while it went back";
  await goBack({ ...record, service: { how, host, port } }, reason);
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

/** Continues this update in the background if it's killed. Returns what calls that off. */
function guard(version) {
  const log = openSync(join(places.versions, "update.log"), "a", 0o600);
  const script = 'read -r end; [ "$end" = done ] || exec "$0" server/update.mjs --continue';
  const child = spawn("sh", ["-c", script, nodeIn(version)], {
    cwd: version,
    detached: true,
    stdio: ["pipe", log, log],
  });
  child.unref();
  child.stdin.on("error", () => undefined);
  return () => child.stdin.end("done\n");
}

/** Finds the service and what to update it to, and throws if that can't be done. Undefined if there's nothing newer. */
async function prepare(options, record) {
  if (versionInUse(places.folder) !== projectRoot)
    throw new Error(`this folder has another version than ${places.folder}: cd ${places.folder}, and run it again`);
  const service = await findService({ ...options, folder: places.folder, root: projectRoot });
  requireOutside(service);
  const found = await findTarget(projectRoot, options.to);
  if (!found) return undefined;
  const { head, target, ref, news, migrations, hasWayBack } = found;
  if (record?.step === "back" && record.to === target && !options.to)
    throw new Error(`${ref} was undone at ${record.at}. To update to it again: npm run update -- --to ${ref}`);
  if (places.isLinked && !head.startsWith(basename(projectRoot)))
    throw new Error(
      `${projectRoot} isn't at the commit it's named after. Put that back (git checkout ${basename(projectRoot)})`,
    );
  say(
    `From ${head.slice(0, 7)} to ${ref} (${target.slice(0, 7)}), with ${migrations === 1 ? "1 migration" : `${migrations} migrations`}.`,
  );
  for (const line of news) say(`  ${line}`);
  if (!hasWayBack && !options.yes)
    throw new Error(
      "there's no way back from this update but the backup that's made before it: add --yes to do it all the same",
    );
  requireRoom();
  return { service, found };
}

/** Rehearses a version. One that fails is built again by the next update. */
async function rehearse(version, service, signal) {
  try {
    await command("the rehearsal", version, ["update/rehearse.ts"], service, { signal });
  } catch (error) {
    rmSync(version, { recursive: true, force: true });
    throw error;
  }
}

async function install({ service, found }, stopping) {
  const { signal } = stopping;
  const { how, host, port } = service;
  const { head, target, hasWayBack } = found;
  const version = await build({ root: projectRoot, versions: places.versions, signal }, found);
  await backUp(service, { hasWayBack, signal });
  // It migrates the database, which only a version with a way back can serve on.
  if (hasWayBack) await rehearse(version, service, signal);
  signal.throwIfAborted();
  // They may have been edited meanwhile.
  await shareSettings(projectRoot, places.versions);
  linkSettings(projectRoot, places.versions);
  convert(places.folder, versionOf(head));
  const record = { from: head, to: target, step: "switched", service: { how, host, port }, hasWayBack };
  const callOff = guard(versionOf(head));
  try {
    writeRecord(places.record, record);
    return await switchAndProve(record, stopping);
  } finally {
    callOff();
  }
}

async function update(options) {
  const stopping = listenForEnd();
  const record = readRecord(places.record);
  const continued = await continueEarlier(record, options, stopping);
  if (continued !== undefined || options.continue) return continued ?? true;
  const prepared = await prepare(options, record);
  if (!prepared) {
    say("This is the newest version.");
    return true;
  }
  const isUpdated = await install(prepared, stopping);
  if (isUpdated) say(`Updated to ${prepared.found.ref}. To go back: npm run update -- --back --yes`);
  return isUpdated;
}

async function updateAlone() {
  const options = readOptions();
  repairLink(places, projectRoot);
  if (!existsSync(places.versions)) requireMeans(options);
  mkdirSync(places.versions, { recursive: true });
  // The lock is a socket in the current folder.
  process.chdir(places.versions);
  const unlock = await preparationLock();
  try {
    return await update(options);
  } finally {
    await unlock();
  }
}

try {
  if (!(await updateAlone())) process.exitCode = 1;
} catch (error) {
  process.stderr.write(
    `${error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? USAGE : `The update ended: ${error.message}`}\n`,
  );
  process.exitCode = 1;
}
