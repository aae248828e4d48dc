import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { backupCheckOf, readSettings, type Settings } from "#platform/env.ts";
import { type OpenStorage, openStorage } from "#platform/storage/storage.ts";
import { isBackup, writeBackupFile } from "./backup/backup-file.ts";
import type { BackupTarget } from "./backup/backup-target.ts";
import { openTarget } from "./backup/open-target.ts";
import { FILES_MISSING } from "./backup/report-missing.ts";
import { reportProgress } from "./backup/report-progress.ts";
import { runBackup } from "./backup/run-backup.ts";
import { sealedSecretsOf } from "./backup/sealed-secret.ts";
import type { FilesWritten } from "./backup/stream-files.ts";
import { openDatabase } from "./database/open-database.ts";
import { print, printError } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { secretFileOf } from "./process/secret.ts";
import { StartError } from "./process/start-error.ts";
import { stopSignal } from "./process/stop-signal.ts";

const USAGE =
  "usage: npm run backup, or npm run backup -- FILE; add --without-files to leave files out, or -s to print problems only";

const nameOfToday = () => `site-inbox-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;

const FLAGS = ["--without-files", "-s"];

// Without a terminal, as from cron, only the result is worth an email.
const progressOf = () => (process.stdout.isTTY ? reportProgress() : () => undefined);
const secondsSince = (started: number) => Math.round((performance.now() - started) / 1000);

await runCommand(async () => {
  const given = process.argv.slice(2);
  const [file, ...more] = given.filter((one) => !FLAGS.includes(one));
  if (file === "" || file?.startsWith("-") || more.length > 0) throw new StartError(USAGE);
  const say = given.includes("-s") ? () => undefined : print;
  const withFiles = !given.includes("--without-files");
  loadDotEnv();
  const settings = readSettings();
  const target = file === undefined && withFiles ? await openTarget(settings) : null;
  if (target) return await backUpTo(target, settings, say);
  await backUpInto(file ?? nameOfToday(), { settings, withFiles, say });
}, "cannot create a backup");

type Say = (words: string) => void;

/** Makes a backup where BACKUP_TO says, checks it, and removes old ones. */
async function backUpTo(target: BackupTarget, settings: Settings, say: Say): Promise<void> {
  const signal = stopSignal();
  const database = await openDatabase(settings);
  try {
    const started = performance.now();
    const made = await runBackup({
      settings: { ...settings, BASE_URL: settings.BASE_URL ?? `http://localhost:${settings.PORT}` },
      url: database.url,
      target,
      check: backupCheckOf(settings),
      isScheduled: false,
      signal,
      onProgress: progressOf(),
    });
    const { name, storage, written, checked, removed, warnings } = made;
    const { rows, tables } = written;
    say(
      `Wrote ${rows.toLocaleString("en")} rows of ${tables} tables in ${secondsSince(started)} s: ${name} in ${target.name}`,
    );
    say(
      checked.how === "restore"
        ? "It was restored for a check, and every table is the same."
        : `It was read for a check, but not restored (${checked.why}).`,
    );
    if (removed.length > 0) say(`Removed, as BACKUP_KEEP says: ${removed.join(", ")}`);
    for (const warning of warnings) printError(warning);
    reportFiles({ storage, settings, say }, written);
    reportSecret(settings, say);
  } finally {
    await database.stop();
  }
}

type Into = { settings: Settings; withFiles: boolean; say: Say };

/** Makes a backup in one file. */
async function backUpInto(file: string, { settings, withFiles, say }: Into): Promise<void> {
  const path = resolve(file);
  if (existsSync(path) && !(await isBackup(path))) {
    throw new StartError(`${path} exists and isn't a backup, so it was left unchanged`);
  }
  const signal = stopSignal();
  const storage = withFiles ? openStorage(settings) : undefined;
  const database = await openDatabase(settings);
  try {
    const started = performance.now();
    const secret = await sealedSecretsOf(settings);
    const written = await writeBackupFile({
      url: database.url,
      path,
      signal,
      storage,
      copiesBucket: settings.BACKUP_FILES === "copy",
      secret,
      onProgress: progressOf(),
    });
    const { tables, rows } = written;
    say(`Wrote ${rows.toLocaleString("en")} rows of ${tables} tables in ${secondsSince(started)} s: ${path}`);
    reportFiles({ storage, settings, say }, written);
    reportSecret(settings, say);
  } finally {
    await database.stop();
  }
}

function reportSecret(settings: Settings, say: Say): void {
  say("It contains all messages, names, emails and password hashes. Keep it where only you can read it.");
  if (settings.BACKUP_PASSPHRASE !== undefined) {
    say("It contains the secret, sealed with BACKUP_PASSPHRASE. Keep that in another place.");
    return;
  }
  const secret = settings.AUTH_SECRET === undefined ? `the contents of ${secretFileOf(settings)}` : "AUTH_SECRET";
  say(
    `It doesn't contain the secret. Keep ${secret} too, in another place: without it, the service doesn't start on the`,
  );
  say("restored database.");
}

type Report = { storage: OpenStorage | undefined; settings: Settings; say: Say };

function reportFiles({ storage, settings, say }: Report, { files, missing, failure }: FilesWritten): void {
  if (!storage) say("It doesn't contain the files of messages.");
  else if (storage.kind === "folder" || settings.BACKUP_FILES === "copy")
    say(`It contains the files of messages: ${files}.`);
  else say(`It lists the files of messages: ${files}. They're in the bucket ${storage.name}: back that up too.`);
  if (!storage || missing.count === 0) return;
  printError(`Missing from ${storage.name}, and therefore from the backup: ${missing}. The first one: ${failure}.`);
  for (const line of missing.lines()) printError(line);
  process.exitCode = FILES_MISSING;
}
