import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { query } from "#platform/database/database.ts";
import { childEnvironment, env } from "#platform/env.ts";
import { importOptions } from "#platform/import-options.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { log } from "#platform/log.ts";
import { Prisma } from "#prisma-client";
import type { BackupReport } from "./backup-process.ts";
import { isDue, readBackupsSoFar } from "./due-backup.ts";

const LOOK_EVERY_MS = 60_000;
const KILLED_AFTER_MS = 2_000;
// Whatever it waits for: a storage that hangs, a lock. An index of a large table takes an hour.
const STALLED_AFTER_MS = 4 * 3_600_000;
const STALLED = "it made no progress for four hours";
const HEAP_MB = 256;
const PROGRAM = join(import.meta.dirname, "backup-process.ts");

/** Makes the day's backup, in a process of its own, if BACKUP_TO and BACKUP_AT say so, until the signal. */
export async function startBackups(signal: AbortSignal, lookEveryMs = LOOK_EVERY_MS): Promise<void> {
  const { BACKUP_TO: place, BACKUP_AT: at } = env();
  if (place === undefined || place === "none" || at === "off") return;
  // A service that's restarted again and again shouldn't begin one each time.
  await pause(lookEveryMs, undefined, { ref: false, signal }).catch(() => undefined);
  await repeatWork(
    "backups",
    {
      everyMs: lookEveryMs,
      work: async (stopped) => {
        if (isDue(await readBackupsSoFar(), at)) await backUp(stopped);
      },
      failure: "could not look whether a backup is due",
    },
    signal,
  );
}

/** Runs a backup. Any number of processes may try: one takes the lock. */
async function backUp(signal: AbortSignal): Promise<void> {
  const child = fork(PROGRAM, {
    env: childEnvironment(),
    execArgv: [...importOptions(), `--max-old-space-size=${HEAP_MB}`],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let report: Exclude<BackupReport, { progress: true }> | undefined;
  let isStalled = false;
  const stop = () => void end(child);
  const watch = setTimeout(() => {
    isStalled = true;
    stop();
  }, STALLED_AFTER_MS).unref();
  child.on("message", (message: BackupReport) => {
    watch.refresh();
    if (!("progress" in message)) report = message;
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    const [code, killedBy] = await once(child, "close");
    if (signal.aborted || (code === 0 && report === undefined)) return;
    if (report && "done" in report) log().info(report.done, "made a backup");
    else await note(isStalled ? STALLED : (report?.failure ?? `its process ended with ${killedBy ?? code}`));
  } finally {
    clearTimeout(watch);
    signal.removeEventListener("abort", stop);
  }
}

/** Logs why a backup failed, and records it if its process couldn't. */
async function note(reason: string): Promise<void> {
  log().error({ reason }, "the backup failed; it will be tried again");
  await query(Prisma.sql`
    UPDATE backups SET ended_at = now(), failure = ${reason} WHERE ended_at IS NULL AND host = ${hostname()}`);
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await pause(KILLED_AFTER_MS, undefined, { ref: false });
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
}
