import { queryPrepared } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { countAssignment } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { FIND_FREE, giveBack, giveTurn, TURN_IS_OVER } from "./round-robin-statements.ts";

// A message is planned two seconds after it came. Until then, its conversation should be someone's.
const EVERY_MS = 1_000;
const UNUSED_EVERY_MS = 5_000;
// A long look is followed by a long pause, so however much waits, looking takes a twentieth of a core at most.
const PAUSE_FACTOR = 20;

const IS_USED = Prisma.sql`SELECT id FROM sites WHERE assigns_since IS NOT NULL LIMIT 1`;

const STATEMENTS = { turn: giveTurn, given_back: giveBack };

async function run(which: Prisma.Sql, how: "turn" | "given_back"): Promise<number> {
  const changed = await retryingConflicts(() =>
    changeConversations("round_robin", which, (tx, due) => tx.queryPrepared<ConversationRef>(STATEMENTS[how](due))),
  );
  for (const _ of changed) countAssignment(how);
  if (changed.length > 0) wakeJobs("notification");
  return changed.length;
}

/** Gives out conversations until none is left that someone can have. Returns how long the last look at them took. */
async function giveTurns(signal?: AbortSignal): Promise<number> {
  for (;;) {
    const started = performance.now();
    const found = await queryPrepared<{ id: string }>(FIND_FREE);
    const tookMs = performance.now() - started;
    let given = 0;
    for (const { id } of found) {
      if (signal?.aborted) return tookMs;
      // One that can't be assigned mustn't hold up the others.
      given += await run(Prisma.sql`c.id = ${id}::uuid`, "turn").catch((error: unknown) => {
        logFailure(error, "could not assign a conversation in turn; will retry", { conversationId: id });
        return 0;
      });
    }
    if (given === 0) return tookMs;
  }
}

/**
 * On sites with round robin, unassigns conversations that waited too long and assigns unassigned ones. Any number of processes
 * may run it: each conversation goes to one person. Returns after how long to look again, in ms.
 */
export async function takeTurns(signal?: AbortSignal): Promise<number> {
  const used = await queryPrepared<{ id: string }>(IS_USED);
  if (used.length === 0) return UNUSED_EVERY_MS;
  while (!signal?.aborted && (await run(TURN_IS_OVER, "given_back")) > 0);
  return Math.max(EVERY_MS, (await giveTurns(signal)) * PAUSE_FACTOR);
}

/** Assigns conversations in turn until the signal. */
export const startTakingTurns = (signal: AbortSignal): Promise<void> =>
  repeatWork(
    "turns",
    {
      everyMs: UNUSED_EVERY_MS,
      work: takeTurns,
      pauseMs: (ms) => ms,
      failure: "could not assign conversations in turn; will retry",
    },
    signal,
  );
