import { queryPrepared, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { countAwayText } from "#platform/metrics/count.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { FIND_CLOSED, FIND_DUE, storeAwayText } from "./statements.ts";

const EVERY_MS = 3_000;
// A long look is followed by a long pause, so however many sites are closed, looking takes a twentieth of a core at most.
const PAUSE_FACTOR = 20;
/** An arbitrary number of ours. */
const LOCK = 7_305_227_114;

const pauseSince = (started: number) => Math.max(EVERY_MS, (performance.now() - started) * PAUSE_FACTOR);

type Due = { id: string; siteId: string };
type Stored = ConversationRef & { seq: number; hasDeliveries: boolean };

/** Returns the conversations that get an away text now. While another process looks for them, there's none. */
const findDue = (): Promise<Due[]> =>
  transaction(async (tx) => {
    const [lock] = await tx.query<{ isMine: boolean }>(
      Prisma.sql`SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isMine"`,
    );
    return lock?.isMine ? tx.queryPrepared<Due>(FIND_DUE) : [];
  });

/** Sends a conversation the away text, unless something has happened since it was found. Returns whether it did. */
async function send({ id, siteId }: Due): Promise<boolean> {
  const message = { id: newId(), sender: { type: "automatic", id: siteId }, files: [] } as const;
  const [stored] = await retryingConflicts(() => queryPrepared<Stored>(storeAwayText(id, message)));
  if (!stored) return false;
  const { hasDeliveries, ...place } = stored;
  publishChange({ kind: "message", ...place });
  if (hasDeliveries) wakeJobs("webhook");
  countAwayText();
  return true;
}

/**
 * Sends the away text to visitors who wrote while their site is closed, once in each conversation and absence. Any number of
 * processes may: the conversation's row decides. Returns after how long to look again, in ms.
 */
export async function sendAwayTexts(signal?: AbortSignal): Promise<number> {
  let started = performance.now();
  const closed = await queryPrepared<{ id: string }>(FIND_CLOSED);
  if (closed.length === 0) return pauseSince(started);
  for (;;) {
    const found = await findDue();
    const pauseMs = pauseSince(started);
    let sent = 0;
    for (const due of found) {
      if (signal?.aborted) return pauseMs;
      // One that fails mustn't hold up the others.
      const isSent = await send(due).catch((error: unknown) => {
        logFailure(error, "could not send an away text; will retry", { conversationId: due.id });
        return false;
      });
      if (isSent) sent += 1;
    }
    if (sent === 0) return pauseMs;
    started = performance.now();
  }
}

/** Sends away texts when they're due. */
export const startSendingAwayTexts = (signal: AbortSignal): Promise<void> =>
  repeatWork(
    "away texts",
    {
      everyMs: EVERY_MS,
      work: sendAwayTexts,
      pauseMs: (ms) => ms,
      failure: "could not send away texts; will retry",
    },
    signal,
  );
