import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readSettings } from "#platform/env.ts";
import { type OpenStorage, openStorage } from "#platform/storage/storage.ts";
import { isBackup, writeBackup } from "./backup/backup-file.ts";
import { FILES_MISSING } from "./backup/report-missing.ts";
import { reportProgress } from "./backup/report-progress.ts";
import type { FilesWritten } from "./backup/stream-files.ts";
import { openDatabase } from "./database/open-database.ts";
import { print, printError } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { secretFileOf } from "./process/secret.ts";
import { StartError } from "./process/start-error.ts";
import { stopSignal } from "./process/stop-signal.ts";

const USAGE = "usage: npm run backup, or npm run backup -- FILE; add --without-files to leave files out";

const nameOfToday = () => `site-inbox-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;

await runCommand(async () => {
  const given = process.argv.slice(2);
  const [file = nameOfToday(), ...more] = given.filter((one) => one !== "--without-files");
  if (file === "" || file.startsWith("-") || more.length > 0) throw new StartError(USAGE);
  loadDotEnv();
  const settings = readSettings();
  const path = resolve(file);
  if (existsSync(path) && !(await isBackup(path))) {
    throw new StartError(`${path} exists and isn't a backup, so it was left unchanged`);
  }
  const signal = stopSignal();
  const storage = given.includes("--without-files") ? undefined : openStorage(settings);
  const database = await openDatabase(settings);
  try {
    const started = performance.now();
    // Without a terminal, as from cron, only the result is worth an email.
    const onProgress = process.stdout.isTTY ? reportProgress() : () => undefined;
    const written = await writeBackup({ url: database.url, path, signal, storage, onProgress });
    const { tables, rows } = written;
    const seconds = Math.round((performance.now() - started) / 1000);
    print(`Wrote ${rows.toLocaleString("en")} rows of ${tables} tables in ${seconds} s: ${path}`);
    reportFiles(storage, written);
    print("It contains all messages, names, emails and password hashes. Keep it where only you can read it.");
    const secret = settings.AUTH_SECRET === undefined ? `the contents of ${secretFileOf(settings)}` : "AUTH_SECRET";
    print(
      `It doesn't contain the secret. Keep ${secret} too, in another place: without it, the service doesn't start on the`,
    );
    print("restored database.");
  } finally {
    await database.stop();
  }
}, "cannot create a backup");

function reportFiles(storage: OpenStorage | undefined, { files, missing, failure }: FilesWritten): void {
  if (!storage) print("It doesn't contain the files of messages.");
  else if (storage.kind === "folder") print(`It contains the files of messages: ${files}.`);
  else print(`It lists the files of messages: ${files}. They're in the bucket ${storage.name}: back that up too.`);
  if (!storage || missing.count === 0) return;
  printError(`Missing from ${storage.name}, and therefore from the backup: ${missing}. The first one: ${failure}.`);
  for (const line of missing.lines()) printError(line);
  process.exitCode = FILES_MISSING;
}
