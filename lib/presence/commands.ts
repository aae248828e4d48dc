import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ownConversation, ownConversations } from "../access/statements.ts";
import { BURST } from "../notification-queue/statements.ts";
import type { PresenceBody } from "./schema.ts";
import { othersLooking, type PersonLooking } from "./statements.ts";

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
  const [seen] = await query<{ people: PersonLooking[] }>(Prisma.sql`
    WITH seen AS (
      INSERT INTO presences (user_id, conversation_id, seen_at)
      SELECT ${scope.userId}::uuid, c.id, now() FROM conversations c WHERE ${ownConversation(scope, conversationId)}
      ON CONFLICT (user_id, conversation_id) DO UPDATE SET seen_at = excluded.seen_at
      RETURNING conversation_id
    )
    SELECT ${othersLooking(scope)} AS people FROM seen JOIN conversations c ON c.id = seen.conversation_id`);
  if (!seen) throw new AppError("not_found");
  return seen.people;
}

// What the caller saw but didn't read is planned again at once. The conversation may be gone by now.
async function endPresence(scope: OwnerScope, conversationId: string): Promise<void> {
  await query(Prisma.sql`
    WITH ended AS (
      DELETE FROM presences WHERE user_id = ${scope.userId}::uuid AND conversation_id = ${conversationId}::uuid
      RETURNING conversation_id
    )
    UPDATE alerts a SET due_at = least(a.due_at, now() + ${BURST})
    FROM ended JOIN conversations c ON c.id = ended.conversation_id
    WHERE a.conversation_id = c.id AND ${ownConversations(scope)} AND a.ended_at IS NULL AND a.due_at IS NOT NULL
      AND EXISTS (
        SELECT FROM notifications n
        WHERE n.conversation_id = c.id AND n.user_id = ${scope.userId}::uuid AND n.reason = 'looking' AND n.seq > a.seq
      )`);
}
