import { retryingConflicts } from "#platform/database/database-failure.ts";
import { Prisma } from "#prisma-client";
import { visitorsOfPerson, withMerged } from "../../base/access/people-statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { eraseConversations } from "../../desk/conversations/erase-statements.ts";

// An arbitrary number of ours, as in server/database/migrate.ts and server/database/database-lock.ts.
const LOCK = 72_707_371;
const CONVERSATIONS_AT_ONCE = 100;
const MESSAGES_AT_ONCE = 2_000;
// A conversation is deleted as a whole, and may be long. It locks no other.
const STATEMENT_TIMEOUT_MS = 60_000;

const LIMIT_OF = Prisma.sql`now() - make_interval(days => s.retention_days)`;

/**
 * Deletes a batch of conversations whose last message is older than their site's retention, and visitors with nothing
 * left. Returns how many conversations: none if another process is doing it.
 */
export async function deleteExpiredConversations(): Promise<number> {
  const places = await retryingConflicts(() =>
    changeConversations(
      "retention",
      OVERDUE,
      async (tx, overdue) => {
        const [lock] = await tx.query<{ isMine: boolean }>(Prisma.sql`
          SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isMine"`);
        if (!lock?.isMine) return [];
        const deleted = await tx.query<ConversationRef>(eraseConversations(overdue));
        if (deleted.length > 0) await tx.query(deleteLeftVisitors(deleted.map(({ visitorId }) => visitorId)));
        return deleted;
      },
      { kind: "deleted", timeouts: { statementMs: STATEMENT_TIMEOUT_MS } },
    ),
  );
  return places.length;
}

// The oldest of each site, up to a total number of messages. The period of a woken one may be later than its last message. One that's being written to is skipped, and one that got
// a message meanwhile is checked again under its lock.
const OVERDUE = Prisma.sql`
  c.id IN (
    WITH due AS (
      SELECT c.id, c.last_seq FROM sites s
      CROSS JOIN LATERAL (
        (SELECT id, last_seq, last_message_at FROM conversations
          WHERE site_id = s.id AND last_message_period <= period_of(${LIMIT_OF}) AND last_message_at < ${LIMIT_OF}
          ORDER BY last_message_period, last_message_at, id LIMIT ${CONVERSATIONS_AT_ONCE})
        UNION
        (SELECT id, last_seq, last_message_at FROM conversations
          WHERE workspace_id = (SELECT workspace_id FROM sites WHERE id = s.id) AND site_id = s.id AND woken_at IS NOT NULL AND last_message_at < ${LIMIT_OF} LIMIT ${CONVERSATIONS_AT_ONCE})
      ) c
      WHERE s.retention_days IS NOT NULL
      ORDER BY c.last_message_at, c.id LIMIT ${CONVERSATIONS_AT_ONCE}
    ), few AS (
      SELECT id FROM (SELECT id, sum(last_seq) OVER (ORDER BY id) - last_seq AS before FROM due) counted
      WHERE before < ${MESSAGES_AT_ONCE}
    ), locked AS MATERIALIZED (
      SELECT c.id FROM conversations c
      WHERE c.id IN (SELECT id FROM few)
        AND c.last_message_at < (SELECT ${LIMIT_OF} FROM sites s WHERE s.id = c.site_id)
      FOR UPDATE SKIP LOCKED
    )
    SELECT id FROM locked
  )`;

// Blocked visitors stay blocked. Starting a conversation moves the visitor's `updated_at` under their row's lock,
// which is checked again here: a conversation of the same moment isn't visible otherwise. So does a merge. Locked rows are
// skipped, since writers lock in the other order. Merged visitors go together, with the last conversation of them all.
const deleteLeftVisitors = (ids: string[]) => Prisma.sql`
  DELETE FROM visitors WHERE id IN (
    SELECT v.id FROM visitors v JOIN sites s ON s.id = v.site_id
    WHERE v.id = ANY(${withMerged(Prisma.sql`${ids}::uuid[]`)}) AND v.updated_at < ${LIMIT_OF} AND NOT EXISTS (
      SELECT FROM visitors o WHERE o.id = ANY(${visitorsOfPerson(Prisma.sql`v.id`)})
        AND (o.blocked_at IS NOT NULL OR EXISTS (SELECT FROM conversations WHERE visitor_id = o.id))
    )
    FOR UPDATE OF v SKIP LOCKED
  )`;
