import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { readSettings, type Settings, SettingsError } from "#platform/env.ts";
import { sizeWords } from "#platform/size-words.ts";
import { openStorage } from "#platform/storage/storage.ts";
import { readSealedSecrets, restoreBackup } from "./backup/backup-file.ts";
import { goodBackups } from "./backup/good-backups.ts";
import { openAlone } from "./backup/open-alone.ts";
import { openTarget } from "./backup/open-target.ts";
import { FILES_MISSING, reportMissing } from "./backup/report-missing.ts";
import { reportProgress } from "./backup/report-progress.ts";
import type { FilesRestored } from "./backup/restore-files.ts";
import { type BackupSecrets, openSecrets } from "./backup/sealed-secret.ts";
import { checkSecret } from "./database/database-secret.ts";
import { print, printError } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { replaceSecret, secretFileOf, writeBeside } from "./process/secret.ts";
import { Shutdown } from "./process/shutdown.ts";
import { StartError } from "./process/start-error.ts";
import { stopSignal } from "./process/stop-signal.ts";

const USAGE =
  "usage: npm run restore -- FILE, add --replace to lose what the database has, or --secret to restore only the secret; with BACKUP_TO also -- list, -- latest, or -- NAME";
const FLAGS = ["--replace", "--secret"];

await runCommand(async () => {
  const given = process.argv.slice(2);
  const replace = given.includes("--replace");
  const [file, ...more] = given.filter((one) => !FLAGS.includes(one));
  if (!file || file.startsWith("-") || more.length > 0) throw new StartError(USAGE);
  loadDotEnv();
  const settings = readSettings();
  if (file === "list") return await listBackups(settings);
  const open = await sourceOf(file, settings);
  // Before anything is changed: a wrong passphrase is easier to correct then.
  const secrets = await openFrom(open, settings);
  if (given.includes("--secret")) return await giveBack(secrets, settings);
  const signal = stopSignal();
  const undo = new Shutdown();
  try {
    const { url, closure } = await openAlone(settings, undo);
    const started = performance.now();
    const storage = openStorage(settings);
    const { tables, rows, createdAt, leftOut, files } = await restoreBackup({
      open,
      url,
      replace,
      storage,
      signal,
      onProgress: reportProgress(),
      beforeCommit: () => closure.ensure(),
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    print(
      `Restored ${rows.toLocaleString("en")} rows of ${tables} tables in ${seconds} s, as they were at ${createdAt}.`,
    );
    print("Their counts and checksums match the file.");
    if (leftOut.length > 0) print(`Not copied, because Site Inbox doesn't use it: ${leftOut.join(", ")}`);
    reportFiles(storage.name, files);
    await settleSecret(secrets, settings, url);
  } finally {
    await undo.run();
  }
}, "cannot restore");

/** Returns what opens a file, or a backup that's kept where BACKUP_TO says. */
async function sourceOf(file: string, settings: Settings): Promise<() => Promise<Readable>> {
  const path = resolve(file);
  if (existsSync(path)) return async () => createReadStream(path);
  const target = await openTarget(settings);
  const kept = target ? await goodBackups(target) : [];
  const found = file === "latest" ? kept[0] : kept.find(({ name }) => name === file);
  if (target && found) return () => target.read(found.name);
  throw new StartError(
    target ? `there is no such file, and no such backup in ${target.name}` : "there is no such file",
  );
}

async function listBackups(settings: Settings): Promise<void> {
  const target = await openTarget(settings);
  if (!target) throw new StartError("BACKUP_TO isn't set, so there's nothing to list");
  const kept = await goodBackups(target);
  for (const { name, size } of kept) print(`${name}  ${sizeWords(size)}`);
  if (kept.length === 0) print(`There are no backups in ${target.name}.`);
}

type Sealed = BackupSecrets | "sealed" | "none";

/** Opens the secrets of a backup. Throws StartError if the passphrase is another one. */
async function openFrom(open: () => Promise<Readable>, settings: Settings): Promise<Sealed> {
  const sealed = await readSealedSecrets(await open());
  if (sealed === undefined) return "none";
  if (settings.BACKUP_PASSPHRASE === undefined) return "sealed";
  const secrets = await openSecrets(sealed, settings.BACKUP_PASSPHRASE);
  if (secrets) return secrets;
  throw new StartError("BACKUP_PASSPHRASE isn't the one that the secret in this backup was sealed with");
}

/** Says whether the secret that's here is the data's. If it isn't, the backup's takes its place. */
async function settleSecret(secrets: Sealed, settings: Settings, url: string): Promise<void> {
  try {
    await checkSecret(settings, url);
    print("The secret is here too, so sessions and tokens stay valid.");
  } catch (error) {
    if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
    if (typeof secrets === "object") return await giveBack(secrets, settings);
    printError(`Before you start the service: ${error.message}`);
    if (secrets === "sealed")
      printError("The backup contains the secret: set BACKUP_PASSPHRASE and run this again with --secret to get it.");
  }
}

/** Puts the secret of a backup where the service reads it, or beside it if a setting has another one. */
async function giveBack(secrets: Sealed, settings: Settings): Promise<void> {
  if (secrets === "none") throw new StartError("this backup doesn't contain the secret");
  if (secrets === "sealed") throw new StartError("set BACKUP_PASSPHRASE to open the secret in this backup");
  const { current, previous } = secrets;
  if (settings.AUTH_SECRET === undefined) {
    const kept = await replaceSecret(settings, current);
    print(`Wrote the secret to ${secretFileOf(settings)}.`);
    if (kept !== undefined) print(`The one that was there is in ${kept}.`);
  } else if (settings.AUTH_SECRET !== current) {
    printError(`Before you start the service: set AUTH_SECRET to what's in ${await writeBeside(settings, current)}.`);
  }
  if (previous !== undefined && previous !== settings.AUTH_SECRET_PREVIOUS)
    printError(`Set AUTH_SECRET_PREVIOUS to what's in ${await writeBeside(settings, previous, ".previous")}.`);
}

function reportFiles(place: string, restored: FilesRestored): void {
  const { written, kept, different } = restored;
  if (written.count > 0) print(`Wrote the files of messages to ${place}: ${written}.`);
  if (kept.count > 0) print(`These were in ${place} already: ${kept}.`);
  if (different.count > 0) {
    printError(`Left unchanged in ${place}, although their content differs from the backup: ${different}.`);
    for (const line of different.lines()) printError(line);
    process.exitCode = FILES_MISSING;
  }
  reportMissing(place, restored);
}
