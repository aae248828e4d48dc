import { pingDatabase } from "#platform/database/database.ts";
import { log } from "#platform/log.ts";

const LONGEST_MS = 1_000;

let isEnding = false;
let wasReady = true;
let check: Promise<boolean> | undefined;

/** Whether requests should come to this process: the database responds, and the process isn't shutting down. */
export async function isReady(): Promise<boolean> {
  if (isEnding) return false;
  // Concurrent checks share one query.
  check ??= databaseResponds().finally(() => {
    check = undefined;
  });
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, LONGEST_MS, false);
  const ready = await Promise.race([check, late]);
  clearTimeout(timer);
  logChange(ready);
  return ready && !isEnding;
}

/** Makes this process report that it isn't ready from now on. */
export async function endReadiness(): Promise<void> {
  isEnding = true;
}

const databaseResponds = () =>
  pingDatabase().then(
    () => true,
    () => false,
  );

// Logs changes only, since health checks run every few seconds.
function logChange(ready: boolean): void {
  if (ready === wasReady) return;
  wasReady = ready;
  if (ready) log().info("ready again: the database responds");
  else log().error("not ready: the database does not respond");
}
