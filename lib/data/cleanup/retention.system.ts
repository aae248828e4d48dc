import { query, type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { processWide } from "#platform/process-wide.ts";
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
const TIMEOUTS = { statementMs: 60_000 };

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
        const visitorIds = deleted.map(({ visitorId }) => visitorId);
        if (deleted.length > 0) await deleteLeftVisitors(tx, visitorIds);
        return deleted;
      },
      { kind: "deleted", timeouts: TIMEOUTS },
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

// Locked visitors are skipped, since writers lock in the other order.
const lockWithMerged = (ids: string[]) => Prisma.sql`
  SELECT v.id FROM visitors v WHERE v.id = ANY (${withMerged(Prisma.sql`${ids}::uuid[]`)}) FOR UPDATE SKIP LOCKED`;

// Blocked visitors stay blocked. A person goes as a whole or stays as a whole, with all merged visitors.
const deleteLocked = (locked: string[]) => Prisma.sql`
  DELETE FROM visitors WHERE id IN (
    SELECT v.id FROM visitors v JOIN sites s ON s.id = v.site_id
    WHERE v.id = ANY (${locked}::uuid[]) AND NOT EXISTS (
      SELECT FROM visitors o WHERE o.id = ANY (${visitorsOfPerson(Prisma.sql`v.id`)}) AND (
        NOT o.id = ANY (${locked}::uuid[]) OR (o.updated_at < ${LIMIT_OF}) IS NOT TRUE OR o.blocked_at IS NOT NULL
        OR EXISTS (SELECT FROM conversations WHERE visitor_id = o.id)
      )
    )
  ) RETURNING id`;

/**
 * Deletes those of some visitors who have nothing left, with those merged with them. Starting a conversation, merging and setting
 * attributes lock the visitor's row and move its `updated_at`, so the second statement sees what was there before the lock.
 */
async function deleteLeftVisitors(tx: Transaction, ids: string[]): Promise<number> {
  const locked = await tx.query<{ id: string }>(lockWithMerged(ids));
  return (await tx.query(deleteLocked(locked.map(({ id }) => id)))).length;
}

const VISITORS_AT_ONCE = 5_000;
const FIRST = "00000000-0000-0000-0000-000000000000";
const walk = processWide("visitors without conversations", () => ({ after: FIRST }));

/**
 * Deletes visitors without a conversation who haven't changed for their site's retention: a server may set attributes of those who
 * never wrote, and others were locked or new when their last conversation went. Each call goes on where the last one of the process
 * ended. Returns how many.
 */
export async function deleteSilentVisitors(): Promise<number> {
  const { after } = walk();
  const [found] = await query<{ ids: string[]; end: string | null }>(Prisma.sql`
    WITH walked AS MATERIALIZED (
      SELECT id, site_id, updated_at, blocked_at FROM visitors WHERE id > ${after}::uuid ORDER BY id LIMIT ${VISITORS_AT_ONCE}
    )
    SELECT (SELECT id FROM walked ORDER BY id OFFSET ${VISITORS_AT_ONCE - 1}) AS "end", ARRAY(
      SELECT v.id FROM walked v JOIN sites s ON s.id = v.site_id
      WHERE v.updated_at < ${LIMIT_OF} AND v.blocked_at IS NULL
        AND NOT EXISTS (SELECT FROM conversations c WHERE c.visitor_id = v.id)
    ) AS ids`);
  const ids = found?.ids ?? [];
  const count =
    ids.length === 0 ? 0 : await retryingConflicts(() => transaction((tx) => deleteLeftVisitors(tx, ids), TIMEOUTS));
  walk().after = found?.end ?? FIRST;
  return count;
}
