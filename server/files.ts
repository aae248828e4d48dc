import { readSettings, type Settings } from "#platform/env.ts";
import { type OpenStorage, openBucketStorage, openLocalStorage, openStorage } from "#platform/storage/storage.ts";
import { withConnection } from "./backup/connection.ts";
import { countFilesByWorkspace } from "./backup/count-files.ts";
import { keepBackupsOut } from "./backup/keep-files.ts";
import { moveFiles } from "./backup/move-files.ts";
import { openAlone } from "./backup/open-alone.ts";
import { FILES_MISSING, findMissing } from "./backup/report-missing.ts";
import { reportProgress } from "./backup/report-progress.ts";
import { filesWords, Tally } from "./backup/tally.ts";
import { openDatabase } from "./database/open-database.ts";
import { print, printError } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { runCommand } from "./process/run-command.ts";
import { Shutdown } from "./process/shutdown.ts";
import { StartError } from "./process/start-error.ts";
import { stopSignal } from "./process/stop-signal.ts";

const USAGE = "usage: npm run files, npm run files -- move --to s3, or npm run files -- move --to disk";
const WORKSPACES_SHOWN = 10;

type Task = { settings: Settings; signal: AbortSignal; undo: Shutdown };
type Direction = { from: OpenStorage; to: OpenStorage };

const placeWords = ({ kind, name }: OpenStorage) => (kind === "bucket" ? `the bucket ${name}` : name);

async function status({ settings, signal, undo }: Task): Promise<void> {
  const storage = openStorage(settings);
  const database = await openDatabase(settings);
  undo.add("the database", database.stop);
  const words = { ended: "it was ended", failed: "the files cannot be counted" };
  await withConnection(database.url, { signal, ...words }, async (client) => {
    print(`Files are kept in ${placeWords(storage)}.`);
    const workspaces = await countFilesByWorkspace(client);
    for (const { name, id, ...files } of workspaces.slice(0, WORKSPACES_SHOWN)) {
      print(`  ${name} (${id}): ${filesWords(files)}`);
    }
    const more = workspaces.length - WORKSPACES_SHOWN;
    if (more > 0) print(`  and ${more.toLocaleString("en")} more workspaces`);
    const count = workspaces.reduce((sum, one) => sum + one.count, 0);
    const bytes = workspaces.reduce((sum, one) => sum + one.bytes, 0);
    print(`In all: ${filesWords({ count, bytes })}.`);
    const { found } = await findMissing(client, storage);
    print(`Stored, each content once and without thumbnails: ${found}.`);
  });
  if (storage.kind === "bucket") await reportForgotten(openLocalStorage(settings));
}

async function reportForgotten(folder: OpenStorage): Promise<void> {
  const left = new Tally();
  for await (const content of folder.store.list()) left.add(content);
  if (left.count > 0) printError(`${folder.name} still has ${left}. To move them: npm run files -- move --to s3`);
}

async function move({ settings, signal, undo }: Task, { from, to }: Direction): Promise<void> {
  const { url, closure } = await openAlone(settings, undo);
  const words = { ended: `it was ended before all was moved. ${UNFINISHED}`, failed: UNFINISHED };
  await withConnection(url, { signal, ...words }, async (client) => {
    await keepBackupsOut(client);
    const started = performance.now();
    const { moved, damaged } = await moveFiles({
      from,
      to,
      signal,
      ensureAlone: () => closure.ensure(`and not all files are moved. ${UNFINISHED}`),
      onProgress: reportProgress(),
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    print(`Moved from ${placeWords(from)} to ${placeWords(to)}, with thumbnails: ${moved}, in ${seconds} s.`);
    if (damaged.count > 0) {
      printError(`Left in ${placeWords(from)}, because their content isn't what was stored: ${damaged}.`);
      for (const line of damaged.lines()) printError(line);
      process.exitCode = FILES_MISSING;
    }
    await findMissing(client, to);
    print(
      to.kind === "bucket"
        ? "Keep the FILES_S3 settings for the service, on every host, and start it again."
        : "Remove the FILES_S3 settings on every host, and start the service again.",
    );
  });
}

const UNFINISHED = "Nothing is lost: run this again before you start the service";

function directionOf(target: "s3" | "disk", settings: Settings): Direction {
  const [folder, bucket] = [openLocalStorage(settings), openBucketStorage(settings)];
  if (!bucket)
    throw new StartError(
      "set FILES_S3_ENDPOINT and the settings it requires: a move in either direction needs the bucket",
    );
  return target === "s3" ? { from: folder, to: bucket } : { from: bucket, to: folder };
}

const TASKS: Record<string, (task: Task) => Promise<void>> = {
  "": status,
  status,
  "move --to s3": (task) => move(task, directionOf("s3", task.settings)),
  "move --to disk": (task) => move(task, directionOf("disk", task.settings)),
};

await runCommand(async () => {
  const given = process.argv.slice(2).join(" ");
  const run = Object.hasOwn(TASKS, given) ? TASKS[given] : undefined;
  if (!run) throw new StartError(USAGE);
  loadDotEnv();
  const undo = new Shutdown();
  try {
    await run({ settings: readSettings(), signal: stopSignal(), undo });
  } finally {
    await undo.run();
  }
}, "cannot work on the files");
