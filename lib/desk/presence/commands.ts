import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation, ownConversations } from "../../base/access/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { CONVERSATION_REF } from "../../base/changes/statements.ts";
import { BURST } from "../../outbox/notification-queue/statements.ts";
import type { PersonLooking, PresenceBody } from "./schema.ts";
import { othersLooking } from "./statements.ts";

/**
 * Records that the caller has a conversation in view, or that they no longer do, and returns who else has it. Throws
 * `not_found`, unless the caller leaves.
 */
export async function recordPresence(
  scope: OwnerScope,
  conversationId: string,
  { leaving }: PresenceBody,
): Promise<PersonLooking[]> {
  if (leaving) {
    await endPresence(scope, conversationId);
    return [];
  }
  const [seen] = await query<ConversationRef & { people: PersonLooking[]; isNew: boolean }>(Prisma.sql`
    WITH was AS (
      SELECT FROM presences
      WHERE user_id = ${scope.userId}::uuid AND conversation_id = ${conversationId}::uuid
        AND seen_at > now() - interval '30 seconds'
    ), seen AS (
      INSERT INTO presences (user_id, conversation_id, seen_at)
      SELECT ${scope.userId}::uuid, c.id, now() FROM conversations c WHERE ${ownConversation(scope, conversationId)}
      ON CONFLICT (user_id, conversation_id) DO UPDATE SET seen_at = excluded.seen_at
      RETURNING conversation_id
    )
    SELECT ${CONVERSATION_REF}, ${othersLooking(scope)} AS people, NOT EXISTS (SELECT FROM was) AS "isNew"
    FROM seen JOIN conversations c ON c.id = seen.conversation_id`);
  if (!seen) throw new AppError("not_found");
  const { people, isNew, ...place } = seen;
  // Colleagues hear of transitions only. Each of their own reports returns who else is there.
  if (isNew && scope.isShared) publishChange({ kind: "presence", userId: scope.userId, state: "looking", ...place });
  return people;
}

// What the caller saw but didn't read is planned again at once. The conversation may be gone by now.
async function endPresence(scope: OwnerScope, conversationId: string): Promise<void> {
  const [left] = await query<ConversationRef>(Prisma.sql`
    WITH ended AS (
      DELETE FROM presences WHERE user_id = ${scope.userId}::uuid AND conversation_id = ${conversationId}::uuid
      RETURNING conversation_id
    ), planned AS (
    UPDATE alerts a SET due_at = least(a.due_at, now() + ${BURST})
    FROM ended JOIN conversations c ON c.id = ended.conversation_id
    WHERE a.conversation_id = c.id AND ${ownConversations(scope)} AND a.ended_at IS NULL AND a.due_at IS NOT NULL
      AND EXISTS (
        SELECT FROM notifications n
        WHERE n.conversation_id = c.id AND n.user_id = ${scope.userId}::uuid AND n.reason = 'looking' AND n.seq > a.seq
      )
    )
    SELECT ${CONVERSATION_REF} FROM ended JOIN conversations c ON c.id = ended.conversation_id WHERE ${ownConversations(scope)}`);
  if (left && scope.isShared) publishChange({ kind: "presence", userId: scope.userId, state: "left", ...left });
}
