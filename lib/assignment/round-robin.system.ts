import { setTimeout as wait } from "node:timers/promises";
import { queryPrepared } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { countAssignment } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import type { ConversationRef } from "../changes/change.ts";
import { publishChange } from "../changes/publish-change.ts";
import { GIVE_BACK, GIVE_TURN } from "./round-robin-statements.ts";

// A message is planned two seconds after it came. Until then, its conversation should be someone's.
const EVERY_MS = 1_000;
const UNUSED_EVERY_MS = 5_000;

const IS_USED = Prisma.sql`SELECT id FROM sites WHERE assigns_since IS NOT NULL LIMIT 1`;

async function run(statement: Prisma.Sql, how: "turn" | "given_back"): Promise<number> {
  const changed = await retryingConflicts(() => queryPrepared<ConversationRef>(statement));
  for (const place of changed) {
    countAssignment(how);
    publishChange({ kind: "conversation", ...place });
  }
  if (changed.length > 0) {
    wakeJobs("webhook");
    wakeJobs("notification");
  }
  return changed.length;
}

/**
 * Gives back what has waited too long, and gives out what's no one's on sites with round robin. Any number of processes may, and
 * each conversation goes to one person. Returns whether any site uses it.
 */
export async function takeTurns(signal?: AbortSignal): Promise<boolean> {
  const used = await queryPrepared<{ id: string }>(IS_USED);
  if (used.length === 0) return false;
  while (!signal?.aborted && (await run(GIVE_BACK, "given_back")) > 0);
  while (!signal?.aborted && (await run(GIVE_TURN, "turn")) > 0);
  return true;
}

/** Assigns conversations in turn until the signal. */
export async function startTakingTurns(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isUsed = await takeTurns(signal).catch((error: unknown) => {
      logFailure(error, "could not assign conversations in turn; will retry");
      return false;
    });
    await wait(isUsed ? EVERY_MS : UNUSED_EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
}
