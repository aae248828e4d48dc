import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { hasAccess } from "../../base/access/statements.ts";

/*
 * Who has which conversation in view. A tab reports it every 15 seconds, so one that's gone counts for another half minute.
 */

/** An expression: until when a person counts as looking at a conversation. Null if they aren't. */
export const looksUntil = (userId: Prisma.Sql, conversationId: Prisma.Sql) => Prisma.sql`(
  SELECT p.seen_at + interval '30 seconds' FROM presences p
  WHERE p.user_id = ${userId} AND p.conversation_id = ${conversationId} AND p.seen_at > now() - interval '30 seconds'
)`;

/** Matches a conversation that someone of the team has in view. */
export const isLookedAt = (conversationId: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM presences p WHERE p.conversation_id = ${conversationId} AND p.seen_at > now() - interval '30 seconds'
)`;

/** An expression: the caller's colleagues who have a conversation, `c`, in view, as PersonLooking[]. */
export const othersLooking = ({ isShared, userId }: OwnerScope) => {
  if (!isShared) return Prisma.sql`'[]'::jsonb`;
  return Prisma.sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object(
    'userId', p.user_id, 'secondsAgo', greatest(0, floor(extract(epoch FROM now() - p.seen_at)))
  ) ORDER BY p.user_id)
  FROM presences p
  WHERE p.conversation_id = c.id AND p.user_id <> ${userId}::uuid AND p.seen_at > now() - interval '30 seconds'
    AND ${hasAccess(Prisma.sql`c`, Prisma.sql`p.user_id`)}
), '[]')`;
};
