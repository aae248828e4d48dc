import { Prisma } from "#prisma-client";
import type { ActedBy } from "../activity/statements.ts";

/** The columns of a ConversationRef, of a conversation `c`. */
export const CONVERSATION_REF = Prisma.sql`
  c.id AS "conversationId", c.workspace_id AS "workspaceId", c.site_id AS "siteId", c.visitor_id AS "visitorId"`;

/** Part of every UPDATE of a conversation, `c`: of two responses that show it, the later `updatedAt` is the newer. */
export const NEXT_VERSION = Prisma.sql`
  updated_at = greatest(clock_timestamp(), c.updated_at + interval '1 millisecond')`;

/** Part of an UPDATE of a conversation that may open, close, assign, snooze or mark it: who its events say did it. */
export const changedBy = ({ userId, via }: ActedBy) => Prisma.sql`changed_by = ${userId}::uuid, changed_via = ${via}`;

/** Whether someone said that a conversation, `c`, needs no reply to its last message. */
export const IS_SETTLED = Prisma.sql`coalesce(c.settled_seq = c.last_seq, false)`;

/**
 * Stores what is left of deleted rows, for the reconciler: a statement, or a part of the one that deletes them. `rows` is a
 * SELECT of id, workspace_id, site_id and visitor_id, the last null if the row wasn't one visitor's.
 */
export const storeDeletions = (rows: Prisma.Sql) => Prisma.sql`
  INSERT INTO deletions (id, workspace_id, site_id, visitor_id, deleted_at)
  SELECT id, workspace_id, site_id, visitor_id, clock_timestamp() FROM (${rows}) deleted
  ON CONFLICT (id) DO NOTHING`;
