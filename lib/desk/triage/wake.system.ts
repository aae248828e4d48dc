import { retryingConflicts } from "#platform/database/database-failure.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { countWoken } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { NEXT_VERSION } from "../../base/changes/statements.ts";
import { changeAndNotify, NOT_SNOOZED } from "./statements.ts";

const EVERY_MS = 5_000;
const AT_ONCE = Prisma.raw("200");

// The row's change is the record: one process makes it, with the events, and the others find nothing due.
const DUE = Prisma.sql`
  c.id IN (
    SELECT id FROM conversations WHERE snoozed_until <= now()
    ORDER BY snoozed_until LIMIT ${AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED
  ) AND c.snoozed_until <= now()`;

const storeWoken = (which: Prisma.Sql) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET ${NOT_SNOOZED}, woken_at = clock_timestamp(), woken_by = 'time', ${NEXT_VERSION}
      WHERE ${which}`,
    "conversation.woken",
    Prisma.sql`'{"by": "time"}'`,
  );

/** Wakes the conversations that are due. */
export async function wakeDue(signal = new AbortController().signal): Promise<void> {
  while (!signal.aborted) {
    const woken = await retryingConflicts(() =>
      changeConversations("snooze", DUE, (tx, which) => tx.queryPrepared<ConversationRef>(storeWoken(which))),
    );
    if (woken.length === 0) return;
    countWoken(woken.length);
  }
}

/** Wakes snoozed conversations when they're due. Any number of processes may, and each is woken by one of them. */
export const startWaking = (signal: AbortSignal): Promise<void> =>
  repeatWork(
    "snoozes",
    { everyMs: EVERY_MS, work: wakeDue, failure: "could not wake snoozed conversations; will retry" },
    signal,
  );
