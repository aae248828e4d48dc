import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { ConversationRow, VisitorConversationRow } from "../conversations/statements.ts";
import { OWNER_VIEW, VISITOR_VIEW } from "../conversations/statements.ts";
import type { MessageRow } from "../messages/queries.ts";
import { MESSAGE_COLUMNS } from "../messages/statements.ts";

/*
 * The rows that events are made of, of every workspace. Each row names its workspace or visitor, and goes to their
 * streams only.
 */

type ReadPositions = { ownerReadSeq: number; visitorReadSeq: number };
export type OwnerSideRow = ConversationRow & ReadPositions & { workspaceId: string };
export type VisitorSideRow = VisitorConversationRow &
  ReadPositions & { visitorId: string; updatedAt: Date; isBlocked: boolean };

const READ_POSITIONS = Prisma.sql`p.owner_read_seq AS "ownerReadSeq", p.visitor_read_seq AS "visitorReadSeq"`;

/** Returns conversations as their owners see them now, by id. */
export async function conversationsForOwners(ids: string[]): Promise<Map<string, OwnerSideRow>> {
  if (ids.length === 0) return new Map();
  const rows = await query<OwnerSideRow>(Prisma.sql`
    SELECT o.*, ${READ_POSITIONS}, p.workspace_id AS "workspaceId"
    FROM (${OWNER_VIEW} WHERE c.id = ANY(${ids}::uuid[])) o JOIN conversations p ON p.id = o.id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns conversations as their visitors see them now, by id. */
export async function conversationsForVisitors(ids: string[]): Promise<Map<string, VisitorSideRow>> {
  if (ids.length === 0) return new Map();
  const rows = await query<VisitorSideRow>(Prisma.sql`
    SELECT o.*, ${READ_POSITIONS}, p.visitor_id AS "visitorId", p.updated_at AS "updatedAt",
      v.blocked_at IS NOT NULL AS "isBlocked"
    FROM (${VISITOR_VIEW} WHERE c.id = ANY(${ids}::uuid[])) o
    JOIN conversations p ON p.id = o.id JOIN visitors v ON v.id = p.visitor_id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The messages of a conversation after the seq `after`, up to and including `upTo`. */
export type MessageRange = { conversationId: string; after: number; upTo: number };

/** Returns the messages of several ranges by conversation, oldest first. */
export async function findMessages(ranges: MessageRange[]): Promise<Map<string, MessageRow[]>> {
  if (ranges.length === 0) return new Map();
  const rows = await query<MessageRow>(Prisma.sql`
    SELECT ${MESSAGE_COLUMNS}
    FROM unnest(
      ${ranges.map(({ conversationId }) => conversationId)}::uuid[],
      ${ranges.map(({ after }) => after)}::int[],
      ${ranges.map(({ upTo }) => upTo)}::int[]
    ) AS s (id, after, up_to)
    JOIN messages m ON m.conversation_id = s.id AND m.seq > s.after AND m.seq <= s.up_to
    ORDER BY m.conversation_id, m.seq`);
  return Map.groupBy(rows, ({ conversationId }) => conversationId);
}

/** Returns the database's own time, the clock of `updated_at` and `deleted_at`. */
export async function databaseTime(): Promise<Date> {
  const [row] = await query<{ now: Date }>(Prisma.sql`SELECT clock_timestamp() AS now`);
  if (!row) throw new Error("the database returned no time");
  return row.now;
}

export type ChangedRow = { id: string; workspaceId: string; visitorId: string; lastSeq: number; updatedAt: Date };
export type DeletedRow = { id: string; workspaceId: string; visitorId: string | null };

/** Whose conversations: everyone's, a workspace's, or a visitor's. */
export type Whose = { workspaceId?: string; visitorId?: string };

export function findChangedConversations(since: Date, limit: number, whose: Whose = {}): Promise<ChangedRow[]> {
  const { workspaceId, visitorId } = whose;
  return query(Prisma.sql`
    SELECT id, workspace_id AS "workspaceId", visitor_id AS "visitorId", last_seq AS "lastSeq", updated_at AS "updatedAt"
    FROM conversations
    WHERE updated_at > ${since}
      ${workspaceId === undefined ? Prisma.empty : Prisma.sql`AND workspace_id = ${workspaceId}::uuid`}
      ${visitorId === undefined ? Prisma.empty : Prisma.sql`AND visitor_id = ${visitorId}::uuid`}
    ORDER BY updated_at LIMIT ${limit}`);
}

export function findDeletions(since: Date, limit: number): Promise<DeletedRow[]> {
  return query(Prisma.sql`
    SELECT id, workspace_id AS "workspaceId", visitor_id AS "visitorId"
    FROM deletions WHERE deleted_at > ${since} ORDER BY deleted_at LIMIT ${limit}`);
}

/** Returns which of these sessions, API keys and sites still exist and are active. */
export async function findActiveIds(ids: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await query<{ id: string }>(Prisma.sql`
    SELECT id FROM sessions WHERE id = ANY(${[...ids]}::uuid[]) AND expires_at > now()
    UNION ALL SELECT id FROM api_keys WHERE id = ANY(${[...ids]}::uuid[])
    UNION ALL SELECT id FROM sites WHERE id = ANY(${[...ids]}::uuid[]) AND closed_at IS NULL`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns which of these visitors are blocked. */
export async function findBlockedVisitors(visitorIds: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await query<{ id: string }>(Prisma.sql`
    SELECT id FROM visitors WHERE id = ANY(${[...visitorIds]}::uuid[]) AND blocked_at IS NOT NULL`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns which of these visitors were erased. */
export async function findErasedVisitors(ids: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await query<{ id: string }>(Prisma.sql`SELECT id FROM deletions WHERE id = ANY(${[...ids]}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Updates the last use of sessions and API keys with an open stream. Unknown ids are ignored. */
export async function touchSessions(ids: ReadonlySet<string>): Promise<void> {
  await query(Prisma.sql`
    WITH noted AS (UPDATE api_keys SET last_used_at = now() WHERE id = ANY(${[...ids]}::uuid[]))
    UPDATE sessions SET last_seen_at = now() WHERE id = ANY(${[...ids]}::uuid[])`);
}
