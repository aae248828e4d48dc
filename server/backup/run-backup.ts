import { Readable } from "node:stream";
import type { Env, Settings } from "#platform/env.ts";
import { type OpenStorage, openStorage } from "#platform/storage/storage.ts";
import { StartError } from "../process/start-error.ts";
import { writeBackup } from "./backup-file.ts";
import { backupName, momentOf } from "./backup-name.ts";
import { BackupRecords, type LastBackup } from "./backup-records.ts";
import type { BackupTarget } from "./backup-target.ts";
import { type Checked, checkBackup } from "./check-backup.ts";
import { resultName } from "./good-backups.ts";
import type { Progress } from "./report-progress.ts";
import { superfluous } from "./retention.ts";
import { AnotherRuns, takeRunLock } from "./run-lock.ts";
import { sealedSecretsOf } from "./sealed-secret.ts";
import type { WrittenBackup } from "./stream-backup.ts";
import type { FilesWritten } from "./stream-files.ts";

const RESERVE_BYTES = 1024 ** 3;
const GROWTH = 1.2;
// A clock that's a little ahead makes no backup one of the future.
const AHEAD_MS = 3_600_000;
const DAY_MS = 86_400_000;
const KEPT_FAILED_DAYS = 7;

type Run = {
  settings: Settings & Pick<Env, "BASE_URL">;
  /** Of the database. */
  url: string;
  target: BackupTarget;
  check: Checked["how"];
  /** Whether nobody is there to see what's odd: then it's refused. */
  isScheduled: boolean;
  signal: AbortSignal;
  onProgress?: ((progress: Progress) => void) | undefined;
};

type Made = {
  name: string;
  bytes: number;
  /** Where the files of messages are. */
  storage: OpenStorage;
  written: WrittenBackup & FilesWritten;
  checked: Checked;
};

/** A backup that was kept, the names of those that were removed, and what else the operator should know. */
export type KeptBackup = Made & { removed: string[]; warnings: string[] };

/** What's written beside a backup once it's checked: only such backups count when old ones are removed. */
type Result = { checkedAt: string; bytes: number; rows: number; files: number; missing: number; checked: Checked };

/**
 * Makes a backup at its target, checks it there, and removes those that are no longer kept. Throws StartError if that doesn't work,
 * and records it. One process at a time does this for a database.
 */
export async function runBackup(run: Run): Promise<KeptBackup> {
  const { url, target, settings, isScheduled } = run;
  await using lock = await takeRunLock(url);
  const records = new BackupRecords(url);
  const host = new URL(settings.BASE_URL).host;
  const last = await records.last(target.name);
  // Several processes found that it's due, and another one was quicker.
  if (isScheduled && last?.isRecent) throw new AnotherRuns("another process has just made a backup");
  const name = backupName(host, new Date());
  const id = await records.begin(target.name, name);
  const signal = AbortSignal.any([run.signal, lock.lost]);
  try {
    const warnings = await prepare(run, host, last);
    const kept = await makeAndCheck({ ...run, signal }, name);
    const { rows, files, missing } = kept.written;
    // Without the files of a disk that isn't mounted, it mustn't take the place of backups that have them.
    if (missing.count > (isScheduled && last ? last.missing : files.count)) {
      throw new StartError(
        `${missing} couldn't be read and aren't in the backup. Is their storage mounted? If they're lost, run npm run backup once. The backup was kept, and no other was removed`,
      );
    }
    await target.write(resultName(name), Readable.from([Buffer.from(`${JSON.stringify(resultOf(kept))}\n`)]));
    const old = await removeSuperfluous(run, host);
    await records.end(id, {
      bytes: kept.bytes,
      rows,
      files: files.count,
      missing: missing.count,
      checked: kept.checked.how,
    });
    return { ...kept, removed: old.removed, warnings: [...warnings, ...old.warnings] };
  } catch (error) {
    await records.fail(id, signal.aborted ? "interrupted" : reasonOf(error)).catch(() => undefined);
    throw error;
  }
}

const resultOf = ({ bytes, written: { rows, files, missing }, checked }: Made): Result => ({
  checkedAt: new Date().toISOString(),
  bytes,
  rows,
  files: files.count,
  missing: missing.count,
  checked,
});

/** Refuses if the target isn't the one it was, or has no room, before anything is read. Returns warnings. */
async function prepare({ target, isScheduled }: Run, host: string, last: LastBackup | undefined): Promise<string[]> {
  const names = new Set((await target.list()).map(({ name }) => name));
  if (isScheduled && last && !names.has(last.name)) {
    throw new StartError(
      `the last backup (${last.name}) isn't in ${target.name}. Is its disk mounted? If you removed it, run npm run backup once`,
    );
  }
  await target.requireRoom(RESERVE_BYTES + GROWTH * (last?.bytes ?? 0));
  try {
    await target.removeUnfinished((name) => momentOf(name.replace(/\.json$/, ""), host) !== null);
    return [];
  } catch (error) {
    return [`what earlier backups left unfinished couldn't be removed (${reasonOf(error)})`];
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function makeAndCheck(run: Run, name: string): Promise<Made> {
  const { settings, url, target, check: how, signal, onProgress } = run;
  const storage = openStorage(settings);
  let bytes = 0;
  async function* counted(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      bytes += piece.length;
      yield piece;
    }
  }
  const keep = (pieces: AsyncIterable<Buffer>) => target.write(name, counted(pieces));
  const secret = await sealedSecretsOf(settings);
  const written = await writeBackup({
    url,
    keep,
    signal,
    storage,
    copiesBucket: settings.BACKUP_FILES === "copy",
    secret,
    onProgress,
  });
  const checked = await checkBackup({ url, open: () => target.read(name), how, signal, onProgress });
  return { name, bytes, storage, written, checked };
}

/** Removes the good backups that aren't kept any longer, and those that are no good after a week. */
async function removeSuperfluous({ target, settings }: Run, host: string) {
  const all = (await target.list()).map(({ name }) => name);
  const names = new Set(all);
  const now = Date.now();
  const ours = all.flatMap((name) => {
    const moment = momentOf(name, host);
    return moment ? [{ name, moment, isGood: names.has(resultName(name)) }] : [];
  });
  const past = ours.filter(({ moment }) => moment.getTime() <= now + AHEAD_MS);
  const old = superfluous(
    past.filter(({ isGood }) => isGood),
    settings.BACKUP_KEEP,
  );
  const failed = past.filter(({ isGood, moment }) => !isGood && moment.getTime() < now - KEPT_FAILED_DAYS * DAY_MS);
  const removed: string[] = [];
  const warnings = ours
    .filter((backup) => !past.includes(backup))
    .map(({ name }) => `${name} is of a later time. Is the clock right?`);
  for (const { name, isGood } of [...old, ...failed]) {
    try {
      // In this order: one without its result is no good, and goes after a week.
      if (isGood) await target.remove(resultName(name));
      await target.remove(name);
      removed.push(name);
    } catch (error) {
      warnings.push(`${name} couldn't be removed (${reasonOf(error)})`);
    }
  }
  return { removed, warnings };
}
