import { queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";
import { refuseBlocked } from "../blocking/blocked-visitor.ts";
import { searchConversations } from "../search/queries.ts";
import { wordsOf } from "../search/rules.ts";
import { refuseErased } from "../visitors/refuse-erased.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import type { ListConversationsQuery } from "./schema.ts";
import {
  type ConversationRow,
  INBOX_ORDER,
  inInbox,
  isHeard,
  isOpenSite,
  OWNER_VIEW,
  oneOwnedBy,
  ownedBy,
  VISITOR_VIEW,
  type VisitorConversationRow,
} from "./statements.ts";

const VISITOR_LIST_MAX = 100;

export type ConversationPage = { conversations: ConversationRow[]; nextCursor: string | null };

/** A page of the workspace's inbox: the newest `lastMessageAt` first, then `id` (contract.md section 6). */
export async function listConversations(scope: OwnerScope, wanted: ListConversationsQuery): Promise<ConversationPage> {
  const { q, limit, cursor } = wanted;
  const after = cursor === undefined ? null : decodeCursor(cursor, wanted);
  if (q !== undefined) {
    const { rows, end } = await searchConversations(scope, { filter: wanted, words: wordsOf(q), after, limit });
    return { conversations: rows, nextCursor: end && encodeCursor(end, wanted) };
  }
  const rows = await queryPrepared<ConversationRow>(Prisma.sql`
    ${OWNER_VIEW} WHERE ${inInbox(scope, wanted, after)} ${INBOX_ORDER} LIMIT ${limit + 1}`);
  const conversations = rows.slice(0, limit);
  const last = conversations.at(-1);
  return { conversations, nextCursor: rows.length > limit && last ? encodeCursor(last, wanted) : null };
}

export type UnreadTotal = { conversations: number; messages: number };

/** How much of the workspace is unread, what is spam aside: conversations, and messages in them. */
export async function countUnread(scope: OwnerScope): Promise<UnreadTotal> {
  const [total] = await queryPrepared<UnreadTotal>(Prisma.sql`
    SELECT count(*)::int AS conversations, coalesce(sum(c.owner_unread_count), 0)::int AS messages
    FROM conversations c WHERE ${ownedBy(scope)} AND c.owner_unread_count > 0 AND NOT c.is_spam`);
  return total ?? { conversations: 0, messages: 0 };
}

/** One conversation of the workspace. Throws `not_found`. */
export async function getConversation(scope: OwnerScope, conversationId: string): Promise<ConversationRow> {
  const [row] = await queryPrepared<ConversationRow>(Prisma.sql`
    ${OWNER_VIEW} WHERE ${oneOwnedBy(scope, conversationId)}`);
  if (!row) throw new AppError("not_found");
  return row;
}

/** Whether there's such a conversation that the caller may touch. */
export async function hasConversation(scope: OwnerScope | VisitorScope, conversationId: string): Promise<boolean> {
  const rows = await queryPrepared(Prisma.sql`SELECT FROM conversations c WHERE ${oneOwnedBy(scope, conversationId)}`);
  return rows.length > 0;
}

/** Why the visitor can't start a conversation: the site is gone, or they're blocked or, being verified, erased. Else null. */
export async function findStartRefusal(
  scope: VisitorScope,
): Promise<"not_found" | "not_accepted" | "unauthenticated" | null> {
  const [site] = await queryPrepared<{ isHeard: boolean; isStored: boolean }>(Prisma.sql`
    SELECT ${isHeard(scope)} AS "isHeard",
      EXISTS (SELECT FROM visitors WHERE id = ${scope.visitorId}::uuid AND site_id = sites.id) AS "isStored"
    FROM sites WHERE ${isOpenSite(scope)}`);
  if (!site) return "not_found";
  if (!site.isHeard) return "not_accepted";
  return scope.isVerified && !site.isStored ? "unauthenticated" : null;
}

/** The open conversation that keeps another one of the same visitor from being opened, null if it no longer does. */
export async function openConversationIdBeside(
  scope: OwnerScope | VisitorScope,
  conversationId: string,
): Promise<string | null> {
  const [row] = await queryPrepared<{ id: string }>(Prisma.sql`
    SELECT other.id FROM conversations c JOIN conversations other ON other.visitor_id = c.visitor_id
    WHERE ${oneOwnedBy(scope, conversationId)} AND other.status = 'open' AND other.id <> c.id`);
  return row?.id ?? null;
}

/** The visitor's own conversations, the newest first; at most the last hundred. */
export async function listVisitorConversations(scope: VisitorScope): Promise<VisitorConversationRow[]> {
  const rows = await queryPrepared<VisitorConversationRow>(Prisma.sql`
    ${VISITOR_VIEW} WHERE ${ownedBy(scope)}
    ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${VISITOR_LIST_MAX}`);
  if (rows.length === 0) {
    await refuseErased(scope);
    await refuseBlocked(scope);
  }
  return rows;
}

/** What a visitor comes back to: their open conversation, if there is one. Null for a visitor who was erased. */
export async function findReturnedVisitor(
  scope: VisitorScope,
): Promise<{ openConversation: VisitorConversationRow | null } | null> {
  const [row] = await queryPrepared<VisitorConversationRow | { id: null }>(Prisma.sql`
    SELECT o.* FROM (SELECT WHERE NOT EXISTS (SELECT FROM deletions WHERE id = ${scope.visitorId}::uuid)) standing
    LEFT JOIN (${VISITOR_VIEW} WHERE ${ownedBy(scope)} AND c.status = 'open') o ON true`);
  if (!row) return null;
  return { openConversation: row.id === null ? null : row };
}

/** How far each side has read. */
export type ReadMarks = { owner: number; visitor: number };

/** The read marks of one of the caller's conversations. Throws `not_found`. */
export async function getReadMarks(scope: OwnerScope | VisitorScope, conversationId: string): Promise<ReadMarks> {
  const [row] = await queryPrepared<ReadMarks>(Prisma.sql`
    SELECT c.owner_read_seq AS owner, c.visitor_read_seq AS visitor
    FROM conversations c WHERE ${oneOwnedBy(scope, conversationId)}`);
  if (!row) throw new AppError("not_found");
  return row;
}
