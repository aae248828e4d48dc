import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ownConversations } from "../access/statements.ts";
import { inboxCursor } from "../conversations/cursor.ts";
import type { ListConversationsQuery } from "../conversations/schema.ts";
import { type ConversationRow, inboxPage } from "../conversations/statements.ts";
import { searchConversations } from "../search/queries.ts";
import { searchWords } from "../search/rules.ts";

export type ConversationPage = { conversations: ConversationRow[]; nextCursor: string | null };

/** Returns a page of the workspace's inbox: newest `lastMessageAt` first, then `id` (contract.md section 6). */
export async function listConversations(scope: OwnerScope, wanted: ListConversationsQuery): Promise<ConversationPage> {
  const { q, limit, cursor } = wanted;
  const after = cursor === undefined ? null : inboxCursor.decode(cursor, wanted);
  if (q !== undefined) {
    const { rows, end } = await searchConversations(scope, { filter: wanted, words: searchWords(q), after, limit });
    return { conversations: rows, nextCursor: end && inboxCursor.encode(end, wanted) };
  }
  const rows = await queryPrepared<ConversationRow>(inboxPage(scope, wanted, after, limit + 1));
  const conversations = rows.slice(0, limit);
  const last = conversations.at(-1);
  return { conversations, nextCursor: rows.length > limit && last ? inboxCursor.encode(last, wanted) : null };
}

export type UnreadTotal = { conversations: number; messages: number };

/** Counts the workspace's unread conversations, and the messages in them, without spam. */
export async function countUnread(scope: OwnerScope): Promise<UnreadTotal> {
  const [total] = await queryPrepared<UnreadTotal>(Prisma.sql`
    SELECT count(*)::int AS conversations, coalesce(sum(c.owner_unread_count), 0)::int AS messages
    FROM conversations c WHERE ${ownConversations(scope)} AND c.is_unread AND NOT c.is_spam`);
  return total ?? { conversations: 0, messages: 0 };
}
