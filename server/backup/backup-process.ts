import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { backupCheckOf, readSettings } from "#platform/env.ts";
import { stopSignal } from "../process/stop-signal.ts";
import { openTarget } from "./open-target.ts";
import { runBackup } from "./run-backup.ts";
import { AnotherRuns } from "./run-lock.ts";

/* Makes a backup for the service (schedule-backups.ts), which gives it the settings, and listens to what it reports. */

export type BackupReport =
  | { progress: true }
  | {
      done: {
        name: string;
        target: string;
        bytes: number;
        rows: number;
        files: number;
        missing: number;
        checked: string;
      };
    }
  | { failure: string };

const PRIORITY = 10;
const REPORT_EVERY_MS = 10_000;

// The service comes first when memory or the processor is short.
try {
  setPriority(PRIORITY);
  writeFileSync("/proc/self/oom_score_adj", "500");
} catch {
  // Not Linux, or not allowed.
}
process.on("disconnect", () => process.exit(1));

const report = (words: BackupReport) => new Promise<void>((resolve) => process.send?.(words, () => resolve()));
let reportedAt = 0;
const onProgress = () => {
  if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
  reportedAt = performance.now();
  void report({ progress: true });
};

try {
  const settings = readSettings();
  const target = await openTarget(settings);
  const { DATABASE_URL: url, BASE_URL } = settings;
  if (!target || url === undefined || BASE_URL === undefined) throw new Error("it was started without its settings");
  const made = await runBackup({
    settings: { ...settings, BASE_URL },
    url,
    target,
    check: backupCheckOf(settings),
    isScheduled: true,
    signal: stopSignal(),
    onProgress,
  });
  const { name, bytes, written, checked } = made;
  const { rows, files, missing } = written;
  await report({
    done: { name, target: target.name, bytes, rows, files: files.count, missing: missing.count, checked: checked.how },
  });
  process.exit(0);
} catch (error) {
  // One begun by hand, or by another process.
  if (error instanceof AnotherRuns) process.exit(0);
  await report({ failure: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
