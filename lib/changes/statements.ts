import { Prisma } from "#prisma-client";

/** The columns of a ConversationRef, of a conversation `c`. */
export const CONVERSATION_REF = Prisma.sql`
  c.id AS "conversationId", c.workspace_id AS "workspaceId", c.visitor_id AS "visitorId"`;

/** Part of every UPDATE of a conversation, `c`: of two responses that show it, the later `updatedAt` is the newer. */
export const NEXT_VERSION = Prisma.sql`
  updated_at = greatest(clock_timestamp(), c.updated_at + interval '1 millisecond')`;
