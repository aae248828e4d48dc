import { Prisma } from "#prisma-client";

/*
 * Who has which conversation in view. A tab reports it every 15 seconds, so one that's gone counts for another half minute.
 */

/** An expression: until when a person counts as looking at a conversation. Null if they aren't. */
export const looksUntil = (userId: Prisma.Sql, conversationId: Prisma.Sql) => Prisma.sql`(
  SELECT p.seen_at + interval '30 seconds' FROM presences p
  WHERE p.user_id = ${userId} AND p.conversation_id = ${conversationId} AND p.seen_at > now() - interval '30 seconds'
)`;
