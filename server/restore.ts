import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { readSettings, type Settings, SettingsError } from "#platform/env.ts";
import { sizeWords } from "#platform/size-words.ts";
import { openStorage } from "#platform/storage/storage.ts";
import { restoreBackup } from "./backup/backup-file.ts";
import { goodBackups } from "./backup/good-backups.ts";
import { openAlone } from "./backup/open-alone.ts";
import { openTarget } from "./backup/open-target.ts";
import { FILES_MISSING, reportMissing } from "./backup/report-missing.ts";
import { reportProgress } from "./backup/report-progress.ts";
import type { FilesRestored } from "./backup/restore-files.ts";
import { checkSecret } from "./database/database-secret.ts";
import { print, printError } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { Shutdown } from "./process/shutdown.ts";
import { StartError } from "./process/start-error.ts";
import { stopSignal } from "./process/stop-signal.ts";

const USAGE =
  "usage: npm run restore -- FILE, add --replace to lose what the database has; with BACKUP_TO also -- list, -- latest, or -- NAME";

await runCommand(async () => {
  const given = process.argv.slice(2);
  const replace = given.includes("--replace");
  const [file, ...more] = given.filter((one) => one !== "--replace");
  if (!file || file.startsWith("-") || more.length > 0) throw new StartError(USAGE);
  loadDotEnv();
  const settings = readSettings();
  if (file === "list") return await listBackups(settings);
  const open = await sourceOf(file, settings);
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
    await reportSecret(settings, url);
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

async function reportSecret(settings: Settings, url: string): Promise<void> {
  try {
    await checkSecret(settings, url);
    print("The secret is here too, so sessions and tokens stay valid.");
  } catch (error) {
    if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
    printError(`Before you start the service: ${error.message}`);
  }
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
