import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ownConversations } from "../access/statements.ts";
import { type InboxPosition, inboxCursor, positionOf } from "../conversations/cursor.ts";
import { checkedPage, listedPage, WALK_MAX, walkOf } from "../conversations/list-statements.ts";
import type { ListConversationsQuery } from "../conversations/schema.ts";
import type { ConversationRow } from "../conversations/statements.ts";
import { searchConversations } from "../search/queries.ts";
import { searchWords } from "../search/rules.ts";

export type ConversationPage = { conversations: ConversationRow[]; nextCursor: string | null };

/** Returns a page of the workspace's inbox in the list's order (contract.md section 6). */
export async function listConversations(scope: OwnerScope, wanted: ListConversationsQuery): Promise<ConversationPage> {
  const { q, limit, cursor } = wanted;
  const after = cursor === undefined ? null : inboxCursor.decode(cursor, wanted);
  const { rows, end } =
    q === undefined
      ? await readPage(scope, wanted, after)
      : await searchConversations(scope, { filter: wanted, words: searchWords(q), after, limit });
  return { conversations: rows, nextCursor: end && inboxCursor.encode(end, wanted) };
}

/** A conversation that a page has walked over, whether it fits, and how many were walked. */
type WalkedRow = ConversationRow & { fits: boolean; walked: number };

async function readPage(scope: OwnerScope, wanted: ListConversationsQuery, after: InboxPosition | null) {
  const { limit } = wanted;
  const walk = walkOf(scope, wanted, after);
  let found: ConversationRow[];
  let end: ConversationRow | undefined;
  if (walk.checks.length === 0) {
    found = await queryPrepared<ConversationRow>(listedPage(walk, limit + 1));
  } else {
    const walked = await queryPrepared<WalkedRow>(checkedPage(walk, limit + 1));
    found = walked.filter(({ fits }) => fits);
    end = walked.find((row) => row.walked === WALK_MAX);
  }
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : end;
  return { rows, end: last ? positionOf(last, wanted) : null };
}

export type UnreadTotal = { conversations: number; messages: number };

/** Counts the workspace's unread conversations, and the messages in them, without spam. */
export async function countUnread(scope: OwnerScope): Promise<UnreadTotal> {
  const [total] = await queryPrepared<UnreadTotal>(Prisma.sql`
    SELECT count(*)::int AS conversations, coalesce(sum(c.owner_unread_count), 0)::int AS messages
    FROM conversations c WHERE ${ownConversations(scope)} AND c.is_unread AND NOT c.is_spam`);
  return total ?? { conversations: 0, messages: 0 };
}
