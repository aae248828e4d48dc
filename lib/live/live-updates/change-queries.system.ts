import { query, queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { isMember, wasErasedWithAccount } from "../../base/access/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { CONVERSATION_REF } from "../../base/changes/statements.ts";
import type { ConversationRow, VisitorConversationRow } from "../../desk/conversations/statements.ts";
import { TEAM_VIEW, VISITOR_COLUMNS } from "../../desk/conversations/statements.ts";
import { FOR_YOU, type ForYou, readsOf, unreadFor } from "../../desk/conversations/unread-statements.ts";
import { NOTE_COLUMNS, type NoteRow } from "../../desk/notes/statements.ts";

/*
 * The rows that events are made of, of every workspace. Each row names its workspace or visitor, and goes to their
 * streams only.
 */

type ReadPositions = { ownerReadSeq: number; visitorReadSeq: number };
export type OwnerSideRow = ConversationRow & ReadPositions & { workspaceId: string; isShared: boolean };
export type VisitorSideRow = VisitorConversationRow &
  ReadPositions & { visitorId: string; updatedAt: Date; isBlocked: boolean };

const readPositions = (c: Prisma.Sql) =>
  Prisma.sql`${c}.owner_read_seq AS "ownerReadSeq", ${c}.visitor_read_seq AS "visitorReadSeq"`;

// Hides from PostgreSQL how many ids there are. Otherwise it plans the statement again each time.
const anyNumber = (ids: string[]) => Prisma.sql`ARRAY(SELECT unnest(${ids}::uuid[]))`;

/** Returns conversations as their owners see them now. */
export async function conversationsForOwners(ids: string[]): Promise<OwnerSideRow[]> {
  if (ids.length === 0) return [];
  return queryPrepared(Prisma.sql`
    SELECT o.*, ${readPositions(Prisma.sql`p`)}, p.workspace_id AS "workspaceId",
      EXISTS (SELECT FROM workspaces WHERE id = p.workspace_id AND shared_at IS NOT NULL) AS "isShared"
    FROM (${TEAM_VIEW} WHERE c.id = ANY(${anyNumber(ids)})) o JOIN conversations p ON p.id = o.id`);
}

/** What a person has unread of a conversation, and when they last read it or marked it unread. */
export type PersonalRow = {
  conversationId: string;
  userId: string;
  unreadCount: number;
  readAt: Date | null;
  forYou: ForYou | null;
};

/** Returns what people of shared workspaces have unread of conversations. */
export async function unreadOf(pairs: { conversationId: string; userId: string }[]): Promise<PersonalRow[]> {
  if (pairs.length === 0) return [];
  return query(Prisma.sql`
    SELECT c.id AS "conversationId", m.user_id AS "userId", ${unreadFor(Prisma.sql`m.created_at`)} AS "unreadCount",
      r.updated_at AS "readAt", ${FOR_YOU} AS "forYou"
    FROM unnest(
      ${pairs.map(({ conversationId }) => conversationId)}::uuid[], ${pairs.map(({ userId }) => userId)}::uuid[]
    ) AS p (conversation_id, user_id)
    JOIN conversations c ON c.id = p.conversation_id
    JOIN members m ON m.workspace_id = c.workspace_id AND m.user_id = p.user_id
    ${readsOf(Prisma.sql`m.user_id`)}`);
}

/** Returns conversations as their visitors see them now, by id. */
export async function conversationsForVisitors(ids: string[]): Promise<Map<string, VisitorSideRow>> {
  if (ids.length === 0) return new Map();
  const rows = await queryPrepared<VisitorSideRow>(Prisma.sql`
    SELECT ${VISITOR_COLUMNS}, ${readPositions(Prisma.sql`c`)}, c.visitor_id AS "visitorId", c.updated_at AS "updatedAt",
      v.blocked_at IS NOT NULL AS "isBlocked"
    FROM conversations c JOIN visitors v ON v.id = c.visitor_id WHERE c.id = ANY(${anyNumber(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the notes of these conversations and positions. */
export async function findNotes(places: { conversationId: string; seq: number }[]): Promise<NoteRow[]> {
  if (places.length === 0) return [];
  return query<NoteRow>(Prisma.sql`
    SELECT ${NOTE_COLUMNS}
    FROM unnest(
      ${places.map(({ conversationId }) => conversationId)}::uuid[], ${places.map(({ seq }) => seq)}::int[]
    ) AS s (id, seq) JOIN notes n ON n.conversation_id = s.id AND n.seq = s.seq`);
}

export type AddedNote = ConversationRef & { seq: number; createdAt: Date };

/** What to look for: at most `limit` rows that changed since then, in these workspaces or on these sites. */
export type Sought = { since: Date; workspaces: ReadonlySet<string>; sites?: ReadonlySet<string>; limit: number };

/** Returns the notes added in these workspaces. */
export function findAddedNotes({ since, workspaces, limit }: Sought): Promise<AddedNote[]> {
  return query<AddedNote>(Prisma.sql`
    SELECT ${CONVERSATION_REF}, n.seq, n.created_at AS "createdAt"
    FROM notes n JOIN conversations c ON c.id = n.conversation_id
    WHERE n.created_at > ${since} AND c.workspace_id = ANY(${[...workspaces]}::uuid[])
    ORDER BY n.created_at LIMIT ${limit}`);
}

/** What a member of a shared workspace has read or marked unread themselves, which leaves the conversation as it is. */
export type ChangedRead = ConversationRef & { userId: string; readAt: Date };

/** Returns what people have read or marked unread in these workspaces. */
export function findChangedReads({ since, workspaces, limit }: Sought): Promise<ChangedRead[]> {
  return query<ChangedRead>(Prisma.sql`
    SELECT ${CONVERSATION_REF}, r.user_id AS "userId", r.updated_at AS "readAt"
    FROM reads r JOIN conversations c ON c.id = r.conversation_id
    WHERE r.updated_at > ${since} AND c.workspace_id = ANY(${[...workspaces]}::uuid[])
    ORDER BY r.updated_at LIMIT ${limit}`);
}

/** Returns the database's own time, the clock of `updated_at` and `deleted_at`. */
export async function databaseTime(): Promise<Date> {
  const [row] = await query<{ now: Date }>(Prisma.sql`SELECT clock_timestamp() AS now`);
  if (!row) throw new Error("the database returned no time");
  return row.now;
}

export type ChangedRow = {
  id: string;
  workspaceId: string;
  siteId: string;
  visitorId: string;
  lastSeq: number;
  updatedAt: Date;
};
/** Null as a site: not known. */
export type DeletedRow = { id: string; workspaceId: string; siteId: string | null; visitorId: string | null };

/** Returns the conversations that changed in these workspaces, or on these sites. */
export function findChangedConversations({ since, workspaces, sites, limit }: Sought): Promise<ChangedRow[]> {
  return query(Prisma.sql`
    SELECT id, workspace_id AS "workspaceId", site_id AS "siteId", visitor_id AS "visitorId", last_seq AS "lastSeq",
      updated_at AS "updatedAt"
    FROM conversations
    WHERE updated_at > ${since}
      AND (workspace_id = ANY(${[...workspaces]}::uuid[]) OR site_id = ANY(${[...(sites ?? [])]}::uuid[]))
    ORDER BY updated_at LIMIT ${limit}`);
}

export function findDeletions(since: Date, limit: number): Promise<DeletedRow[]> {
  return query(Prisma.sql`
    SELECT id, workspace_id AS "workspaceId", site_id AS "siteId", visitor_id AS "visitorId"
    FROM deletions WHERE deleted_at > ${since} ORDER BY deleted_at LIMIT ${limit}`);
}

export type FoundMembership = { workspaceId: string; userId: string; siteIds: string[] | null; version: number };

/** Returns what these people may see in these workspaces. People who aren't members are left out. */
export function findMemberships(people: { workspaceId: string; userId: string }[]): Promise<FoundMembership[]> {
  const [workspaceIds, userIds] = [people.map(({ workspaceId }) => workspaceId), people.map(({ userId }) => userId)];
  return query(Prisma.sql`
    SELECT m.workspace_id AS "workspaceId", m.user_id AS "userId", m.site_ids::text[] AS "siteIds", m.version
    FROM unnest(${workspaceIds}::uuid[], ${userIds}::uuid[]) AS p (workspace_id, user_id)
    JOIN members m ON m.workspace_id = p.workspace_id AND m.user_id = p.user_id
    WHERE ${isMember(Prisma.sql`m`)}`);
}

/** Returns which of these sessions, API keys and sites still exist and are active. */
export async function findActiveIds(ids: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await query<{ id: string }>(Prisma.sql`
    SELECT id FROM sessions WHERE id = ANY(${[...ids]}::uuid[]) AND expires_at > now()
    UNION ALL SELECT id FROM api_keys WHERE id = ANY(${[...ids]}::uuid[])
    UNION ALL SELECT id FROM sites WHERE id = ANY(${[...ids]}::uuid[]) AND closed_at IS NULL`);
  return new Set(rows.map(({ id }) => id));
}

/** A visitor whose stream is being opened, as their token names them. */
export type ArrivingVisitor = { visitorId: string; siteId: string };

type Standing = { visitorId: string; isErased: boolean; isSiteActive: boolean; isBlocked: boolean };
export type ArrivalConversation = VisitorConversationRow & ReadPositions & { workspaceId: string; updatedAt: Date };
/** One row per conversation, or one without any. */
export type ArrivalRow = Standing & (ArrivalConversation | { id: null });

/** Returns whether each of these visitors may have a stream, with their newest conversations, at most `limit` each. */
export function findArrivals(visitors: ArrivingVisitor[], limit: number): Promise<ArrivalRow[]> {
  return queryPrepared(Prisma.sql`
    SELECT a.visitor_id AS "visitorId", d.id IS NOT NULL
      OR s.id IS NULL AND ${wasErasedWithAccount(Prisma.sql`a.site_id`)} AS "isErased", s.id IS NOT NULL AS "isSiteActive",
      v.blocked_at IS NOT NULL AS "isBlocked", listed.*
    FROM unnest(
      (SELECT ${visitors.map(({ visitorId }) => visitorId)}::uuid[]), (SELECT ${visitors.map(({ siteId }) => siteId)}::uuid[])
    ) AS a (visitor_id, site_id)
    LEFT JOIN deletions d ON d.id = a.visitor_id
    LEFT JOIN sites s ON s.id = a.site_id AND s.closed_at IS NULL
    LEFT JOIN visitors v ON v.id = a.visitor_id
    LEFT JOIN LATERAL (
      SELECT ${VISITOR_COLUMNS}, ${readPositions(Prisma.sql`c`)}, c.workspace_id AS "workspaceId", c.updated_at AS "updatedAt"
      FROM conversations c WHERE c.visitor_id = a.visitor_id AND c.site_id = a.site_id
      ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${Prisma.raw(`${limit}`)}
    ) listed ON true
    ORDER BY listed."lastMessageAt" DESC, listed.id DESC`);
}

/** Updates the last use of sessions and API keys with an open stream. Unknown ids are ignored. */
export async function touchSessions(ids: ReadonlySet<string>): Promise<void> {
  await query(Prisma.sql`
    WITH noted AS (UPDATE api_keys SET last_used_at = now() WHERE id = ANY(${[...ids]}::uuid[]))
    UPDATE sessions SET last_seen_at = now() WHERE id = ANY(${[...ids]}::uuid[])`);
}
