import { setTimeout as pause } from "node:timers/promises";
import { pingDatabase } from "#platform/database/database.ts";
import { log } from "#platform/log.ts";

const LONGEST_MS = 1_000;
// A load balancer asks this often at least. A container's own check, and people, don't.
const TWO_POLLS_MS = 10_000;
const DRAIN_MS = 3_000;

let isEnding = false;
let wasReady = true;
let check: Promise<boolean> | undefined;
let lastReady = { at: 0, before: 0 };

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
  if (ready) lastReady = { at: Date.now(), before: lastReady.at };
  return ready && !isEnding;
}

/**
 * Makes this process report that it isn't ready from now on. If a load balancer polls it, waits until that has noticed and
 * sends its requests elsewhere.
 */
export async function endReadiness(): Promise<void> {
  isEnding = true;
  if (Date.now() - lastReady.before < TWO_POLLS_MS) await pause(DRAIN_MS);
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
