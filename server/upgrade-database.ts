import { realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { readSettings } from "#platform/env.ts";
import { reportProgress } from "./backup/report-progress.ts";
import { upgradeCluster } from "./backup/upgrade-cluster.ts";
import { installOlderBinaries } from "./database/older-binaries.ts";
import { print } from "./process/console.ts";
import { lockDataFolder } from "./process/data-folder-lock.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { StartError } from "./process/start-error.ts";
import { stopSignal } from "./process/stop-signal.ts";

await runCommand(async () => {
  if (process.argv.length > 2) throw new StartError("usage: npm run db:upgrade");
  loadDotEnv();
  const { DATABASE_URL, DATA_DIR } = readSettings();
  if (DATABASE_URL !== undefined) throw new StartError("DATABASE_URL is set, so there's no built-in database");
  const signal = stopSignal();
  const claim = await lockDataFolder(DATA_DIR);
  // PostgreSQL's programs run in a folder of their own.
  const programs = join(await realpath(DATA_DIR), "older-postgresql");
  const started = performance.now();
  try {
    const { from, kept, tables, rows, leftOut } = await upgradeCluster({
      dataDir: DATA_DIR,
      programsOf: (major) => installOlderBinaries(major, programs),
      report: print,
      signal,
      onProgress: reportProgress(),
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    print(`Moved ${rows.toLocaleString("en")} rows of ${tables} tables from PostgreSQL ${from} in ${seconds} s.`);
    print("Their counts and checksums match. Start the service.");
    if (leftOut.length > 0) print(`Not copied, because Site Inbox doesn't use it: ${leftOut.join(", ")}`);
    print(`The older database is unchanged. When you no longer need it: rm -r ${kept}`);
  } finally {
    await rm(programs, { recursive: true, force: true });
    await claim.release();
  }
}, "cannot upgrade the database");
