import { setTimeout as wait } from "node:timers/promises";
import { logFailure } from "#platform/failure-log.ts";
import { log } from "#platform/log.ts";
import { closeIdleConversations } from "../../desk/auto-close/close.system.ts";
import { countReplyTimes } from "../../desk/reply-times/count.system.ts";
import { tendStorage } from "../../files/files/stored-contents.system.ts";
import { stopLapsedDevices, warnOfLapsingDevices } from "../../notify/devices/lapsing.system.ts";
import { eraseClosedAccounts } from "../erasure/erase-accounts.system.ts";
import { EXPIRED_ROWS } from "./expired-rows.system.ts";
import { deleteExpiredConversations, deleteSilentVisitors } from "./retention.system.ts";

const FIRST_MS = 30_000;
const EVERY_MS = 15 * 60_000;
const PAUSE_MS = 50;

const STEPS = [
  { what: "conversations that are past their site's time", delete: deleteExpiredConversations },
  { what: "visitors without conversations, past their site's time", delete: deleteSilentVisitors },
  ...EXPIRED_ROWS,
];

/** Repeats work on a batch, with a pause after each, until there's nothing left. Returns how much there was. */
async function inBatches(workOnSome: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  for (let count = await workOnSome(); count > 0 && !signal?.aborted; count = await workOnSome()) {
    total += count;
    await wait(PAUSE_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
  return total;
}

const TASKS = [
  { what: "close idle conversations", run: closeIdleConversations },
  { what: "count reply times", run: countReplyTimes },
  { what: "warn about lapsing devices", run: warnOfLapsingDevices },
  { what: "stop lapsed devices", run: stopLapsedDevices },
];

/** Deletes everything past its retention, in batches with a pause after each, and does what else is due now and then. */
export async function runCleanup(signal?: AbortSignal): Promise<void> {
  for (const { what, delete: deleteSome } of STEPS) {
    try {
      const total = await inBatches(deleteSome, signal);
      if (total > 0) log().info({ what, count: total }, "deleted expired data");
    } catch (error) {
      logFailure(error, "could not delete expired data; will retry", { what });
    }
    if (signal?.aborted) return;
  }
  for (const { what, run } of TASKS) {
    await inBatches(run, signal).catch((error) => logFailure(error, `could not ${what}; will retry`));
  }
  await tendStorage();
  // The process that started the erasure may have been killed.
  await eraseClosedAccounts();
}

/** Runs the cleanup every quarter of an hour. Several processes take turns. */
export function startCleanup(): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Spreads the processes out.
  const pause = (ms: number) => wait(ms * (1 + Math.random()), undefined, { ref: false, signal });
  const run = async () => {
    for (await pause(FIRST_MS); !signal.aborted; await pause(EVERY_MS)) await runCleanup(signal);
  };
  const running = run().catch(() => undefined);
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
