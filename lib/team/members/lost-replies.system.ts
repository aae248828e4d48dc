import type { Transaction } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { CONVERSATION_REF } from "../../base/changes/statements.ts";

/*
 * Replies whose writer no longer has access. Until someone decides, it may look as if the visitor would get a reply, so their
 * conversations become unread for who's left: the assignee, or everyone with access.
 */

/**
 * Stops the scheduled replies, `r`, that their writer can't send since this transaction, and returns how many. One that's being sent in
 * this moment is left to `release`, which finds that out too: waiting for it could end in a deadlock.
 */
export async function stopLost(tx: Transaction, which: Prisma.Sql): Promise<number> {
  const stopped = await tx.query<ConversationRef>(Prisma.sql`
    WITH lost AS MATERIALIZED (
      SELECT r.id FROM scheduled_replies r WHERE r.state = 'scheduled' AND ${which} FOR UPDATE OF r SKIP LOCKED
    )
    UPDATE scheduled_replies r SET state = 'stopped', reason = 'access', updated_at = clock_timestamp()
    FROM lost, conversations c WHERE r.id = lost.id AND c.id = r.conversation_id
    RETURNING ${CONVERSATION_REF}`);
  const places = [...new Map(stopped.map((place) => [place.conversationId, place])).values()];
  tx.afterCommit(() => {
    for (const place of places) publishChange({ kind: "scheduled", ...place });
  });
  await markForTeam(
    tx,
    places.map(({ conversationId }) => conversationId),
  );
  return stopped.length;
}

/** Marks conversations unread for their assignee, or without one for everyone with access. */
export async function markForTeam(tx: Transaction, conversationIds: string[]): Promise<void> {
  if (conversationIds.length === 0) return;
  const marked = await tx.query<ConversationRef & { userId: string }>(Prisma.sql`
    WITH marked AS (
      INSERT INTO reads AS r (user_id, conversation_id, read_seq, is_marked, updated_at)
      SELECT m.user_id, c.id, 0, true, greatest(clock_timestamp(), c.updated_at + interval '1 millisecond')
      FROM conversations c JOIN members m ON m.workspace_id = c.workspace_id
        AND m.standing = 'active' AND (m.site_ids IS NULL OR c.site_id = ANY (m.site_ids))
      WHERE c.id = ANY (${conversationIds}::uuid[]) AND (m.user_id = c.assignee_id OR NOT EXISTS (
        SELECT FROM members a WHERE a.workspace_id = c.workspace_id AND a.user_id = c.assignee_id
          AND a.standing = 'active' AND (a.site_ids IS NULL OR c.site_id = ANY (a.site_ids))
      ))
      ORDER BY m.user_id, c.id
      ON CONFLICT (user_id, conversation_id) DO UPDATE SET
        marked_for = CASE WHEN r.is_marked THEN r.marked_for END, is_marked = true,
        updated_at = greatest(excluded.updated_at, r.updated_at + interval '1 millisecond')
      RETURNING user_id, conversation_id
    )
    SELECT marked.user_id AS "userId", ${CONVERSATION_REF} FROM marked JOIN conversations c ON c.id = marked.conversation_id`);
  tx.afterCommit(() => {
    for (const { userId, ...place } of marked) publishChange({ kind: "seen", userId, ...place });
  });
}
