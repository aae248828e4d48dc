import { readSettings } from "#platform/env.ts";
import { openStorage } from "#platform/storage/storage.ts";
import { withConnection } from "./backup/connection.ts";
import { moveDatabase } from "./backup/move-database.ts";
import { openAlone } from "./backup/open-alone.ts";
import { findMissing } from "./backup/report-missing.ts";
import { reportProgress } from "./backup/report-progress.ts";
import { checkExternal } from "./database/external.ts";
import { print } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { secretFileOf } from "./process/secret.ts";
import { Shutdown } from "./process/shutdown.ts";
import { StartError } from "./process/start-error.ts";
import { stopSignal } from "./process/stop-signal.ts";

const USAGE = "usage: npm run db:move -- postgresql://USER@HOST:PORT/DATABASE (with its password in PGPASSWORD)";

await runCommand(async () => {
  const [to, ...more] = process.argv.slice(2);
  if (to === undefined || !/^postgres(ql)?:\/\//.test(to) || more.length > 0) throw new StartError(USAGE);
  loadDotEnv();
  const settings = readSettings();
  const stop = stopSignal();
  const undo = new Shutdown();
  try {
    await checkExternal(to, "to move to");
    const { url, closure } = await openAlone(settings, undo);
    const started = performance.now();
    const { tables, rows, leftOut } = await moveDatabase({
      from: url,
      to,
      signal: stop,
      onProgress: reportProgress(),
      beforeCommit: () => closure.ensure(),
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    const count = rows.toLocaleString("en");
    print(`Moved ${count} rows of ${tables} tables in ${seconds} s. Their counts and checksums match.`);
    if (leftOut.length > 0) print(`Not copied, because Site Inbox doesn't use it: ${leftOut.join(", ")}`);
    print(
      "The old database is unchanged. Set DATABASE_URL to the new address and start the service again. If the password",
    );
    print("was in PGPASSWORD, set it there too, or put it in the address.");
    const storage = openStorage(settings);
    const { kind, name } = storage;
    print(
      kind === "folder"
        ? `Files of messages stay in ${name}: keep DATA_DIR as it is, or copy that folder to the new host.`
        : `Files of messages stay in the bucket ${name}: keep the FILES_S3 settings.`,
    );
    const ended = "all rows are moved, but it was ended before all files were looked for";
    await withConnection(
      to,
      { signal: stop, ended, failed: "all rows are moved, but not all files were looked for" },
      (client) => findMissing(client, storage),
    );
    if (settings.AUTH_SECRET === undefined) {
      const file = secretFileOf(settings);
      print(`This machine keeps using the secret in ${file}, so everyone stays logged in. On other machines, and`);
      print("before you remove that file, set AUTH_SECRET to its contents.");
    } else {
      print("Keep AUTH_SECRET unchanged, so that everyone stays logged in.");
    }
  } finally {
    await undo.run();
  }
}, "cannot move");
