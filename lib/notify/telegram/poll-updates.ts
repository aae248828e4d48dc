import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Update } from "grammy/types";
import { isUnavailable } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { log } from "#platform/log.ts";
import { BotApiError, type BotFailure, callBot } from "#platform/telegram/bot-api.ts";
import { telegram } from "../../outbox/channels/kinds/telegram.ts";
import { type BotProblem, noteProgress, pausePolling, releaseLease, takeLease } from "./bot.system.ts";
import { type AdmitReply, apologize, handleUpdate } from "./handle-update.ts";

const LOOK_EVERY_MS = 2_000;
const POLL_LEAST_MS = 500;
const SECOND_MS = 1_000;
const TRIES = 3;
const RETRY_SECONDS_MAX = 10;

/** What a failed poll means, and how long no process polls. */
const PAUSES: Partial<Record<BotFailure, { problem: BotProblem; seconds: number }>> = {
  conflict: { problem: "conflict", seconds: 300 },
  unauthorized: { problem: "unauthorized", seconds: 600 },
};
const UNREACHABLE = { problem: "unreachable", seconds: 10 } as const;

type Polling = { poller: string; admit: AdmitReply; signal: AbortSignal };

/** Receives the bot's updates, in this process or another one, until it's stopped. */
export async function startPolling(admit: AdmitReply, signal: AbortSignal): Promise<void> {
  const polling = { poller: randomUUID(), admit, signal };
  while (!signal.aborted) {
    const isOurs = await pollOnce(polling).catch((error: unknown) => {
      if (!signal.aborted) logFailure(error, "could not receive updates from Telegram; will retry");
      return false;
    });
    if (!isOurs) await wait(LOOK_EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
  await releaseLease(polling.poller).catch((error: unknown) => logFailure(error, "could not hand over Telegram"));
}

/** Polls once if it's this process's turn. Returns whether it's still its turn. */
async function pollOnce(polling: Polling): Promise<boolean> {
  const { poller, signal } = polling;
  const lease = await takeLease(poller);
  if (!lease) return false;
  try {
    if (lease.username === null) {
      const { username } = await callBot("getMe", (api) => api.getMe(), { signal });
      await noteProgress(poller, { username });
    }
    const startedAt = performance.now();
    const updates = await telegram.receive(Number(lease.nextUpdate), signal);
    if (updates.length === 0) {
      if (lease.problem !== null) await noteProgress(poller, {});
      // A server that doesn't hold polls isn't asked all the time.
      const waitMs = Math.max(0, startedAt + POLL_LEAST_MS - performance.now());
      await wait(waitMs, undefined, { ref: false, signal });
    }
    for (const update of updates) {
      if (!(await handleOnce(update, polling))) return false;
    }
    return true;
  } catch (error) {
    if (!(error instanceof BotApiError) || signal.aborted) throw error;
    const { problem, seconds } = PAUSES[error.failure] ?? UNREACHABLE;
    log().warn({ reason: error.message }, "could not receive updates from Telegram");
    await pausePolling(poller, Math.max(seconds, error.retryAfter ?? 0), problem);
    return false;
  }
}

/** Handles one update, and records it as done. Returns whether it's still this process's turn. */
async function handleOnce(update: Update, polling: Polling): Promise<boolean> {
  const { poller, signal } = polling;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      await handleUpdate(update, polling);
      break;
    } catch (error) {
      if (isUnavailable(error) || signal.aborted) throw error;
      logFailure(error, "could not handle an update from Telegram", { attempt });
      const isLast = attempt === TRIES;
      const isOurFault = !(error instanceof BotApiError);
      if (isLast && isOurFault && update.message) await apologize(update.message, polling).catch(() => undefined);
      if (isLast) break;
      const seconds = error instanceof BotApiError ? (error.retryAfter ?? 1) : 1;
      await wait(Math.min(seconds, RETRY_SECONDS_MAX) * SECOND_MS, undefined, { ref: false, signal });
      if (!(await noteProgress(poller, {}))) return false;
    }
  }
  return noteProgress(poller, { nextUpdate: update.update_id + 1 });
}
