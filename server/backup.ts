import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readSettings } from "#platform/env.ts";
import { isBackup, writeBackup } from "./backup/backup-file.ts";
import { reportProgress } from "./backup/report-progress.ts";
import { print } from "./console.ts";
import { openDatabase } from "./database/open-database.ts";
import { loadDotEnv } from "./dot-env.ts";
import { runCommand } from "./run-command.ts";
import { secretFileOf } from "./secret.ts";
import { StartError } from "./start-error.ts";
import { stopSignal } from "./stop-signal.ts";

const USAGE = "usage: npm run backup, or npm run backup -- FILE";

const nameOfToday = () => `site-inbox-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;

await runCommand(async () => {
  const [file = nameOfToday(), ...more] = process.argv.slice(2);
  if (file === "" || file.startsWith("-") || more.length > 0) throw new StartError(USAGE);
  loadDotEnv();
  const settings = readSettings();
  const path = resolve(file);
  if (existsSync(path) && !(await isBackup(path))) {
    throw new StartError(`${path} exists and isn't a backup, so it was left unchanged`);
  }
  const signal = stopSignal();
  const database = await openDatabase(settings);
  try {
    const started = performance.now();
    const { tables, rows } = await writeBackup({ url: database.url, path, signal, onProgress: reportProgress() });
    const seconds = Math.round((performance.now() - started) / 1000);
    print(`Wrote ${rows.toLocaleString("en")} rows of ${tables} tables in ${seconds} s: ${path}`);
    print("It contains all messages, names, emails and password hashes. Keep it where only you can read it.");
    const secret = settings.AUTH_SECRET === undefined ? `the contents of ${secretFileOf(settings)}` : "AUTH_SECRET";
    print(
      `It doesn't contain the secret. Keep ${secret} too, in another place: without it, everyone has to log in again, and`,
    );
    print("your sites' identity secrets are lost.");
  } finally {
    await database.stop();
  }
}, "cannot create a backup");
