import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ASSIGNEE, isElsewhere, ownConversations } from "../../base/access/statements.ts";
import { type InboxPosition, inboxCursor } from "../conversations/cursor.ts";
import { positionOf } from "../conversations/filter.ts";
import { checkedPage, listedPage, walksOf } from "../conversations/list-statements.ts";
import type { ConversationCounts, ListConversationsQuery } from "../conversations/schema.ts";
import { type ConversationRow, IS_DUE } from "../conversations/statements.ts";
import { countUnreadOf, maybeUnread, ownUnread } from "../conversations/unread-statements.ts";
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
  let found: ConversationRow[] = [];
  let end: ConversationRow | undefined;
  for (const walk of walksOf(scope, wanted, after, limit + 1)) {
    if (walk.checks.length === 0) {
      found = await queryPrepared<ConversationRow>(listedPage(scope, walk, limit + 1));
    } else {
      const walked = await queryPrepared<WalkedRow>(checkedPage(scope, walk, limit + 1));
      found = walked.filter(({ fits }) => fits);
      end = walked.find((row) => row.walked === walk.most);
    }
    const isWhole = end === undefined && !walk.isPartial;
    if (found.length > limit || isWhole) break;
  }
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : end;
  return { rows, end: last ? positionOf(last, wanted.order) : null };
}

export type UnreadTotal = { conversations: number; messages: number };

/** What's unread for the caller, without spam: conversations, `c`, each with its `messages`. */
function unreadConversations(scope: OwnerScope): Prisma.Sql {
  const { join, count, isMention } = ownUnread(scope);
  return Prisma.sql`(SELECT c.*, ${count} AS messages, ${isMention} AS is_mention FROM ${maybeUnread(scope)} ${join} WHERE ${count} > 0) c`;
}

/** Counts the caller's unread conversations, and the messages in them, without spam. */
export async function countUnread(scope: OwnerScope): Promise<UnreadTotal> {
  const [total] = await queryPrepared<UnreadTotal>(Prisma.sql`
    SELECT count(*)::int AS conversations, coalesce(sum(messages), 0)::int AS messages
    FROM ${unreadConversations(scope)}`);
  return total ?? { conversations: 0, messages: 0 };
}

const COUNTED_MAX = 1_000;

const ofTeam = ({ userId }: OwnerScope) => Prisma.sql`
  (SELECT count(*)::int FROM waiting WHERE assignee_id = ${userId}::uuid) AS mine,
  (SELECT count(*)::int FROM waiting WHERE assignee_id IS NULL) AS unassigned,
  (count(*) FILTER (WHERE is_mention))::int AS mentions,`;

// A key is for one workspace, and learns nothing of the others.
const ofOthers = (scope: OwnerScope) => Prisma.sql`
  ${countUnreadOf(Prisma.sql`${scope.userId}::uuid`, isElsewhere(scope, Prisma.sql`m.workspace_id`))} AS elsewhere,`;

/** Counts what's unread, waiting and snoozed in the workspace, without spam. */
export async function countConversations(scope: OwnerScope): Promise<ConversationCounts> {
  const own = Prisma.sql`${ownConversations(scope)} AND NOT c.is_spam`;
  const [row] = await queryPrepared<ConversationCounts>(Prisma.sql`
    WITH unread AS MATERIALIZED (
      SELECT c.site_id, c.messages, c.status, c.is_starred, c.is_mention, ${IS_DUE} AS is_due FROM ${unreadConversations(scope)}
    ), waiting AS MATERIALIZED (
      SELECT c.site_id, ${ASSIGNEE} AS assignee_id FROM conversations c
      WHERE ${own} AND c.waiting_since IS NOT NULL AND c.snoozed_at IS NULL LIMIT ${COUNTED_MAX}
    ), snoozed AS (
      SELECT FROM conversations c WHERE ${own} AND c.snoozed_at IS NOT NULL LIMIT ${COUNTED_MAX}
    ), by_site AS (
      SELECT site_id, count(*) FILTER (WHERE is_unread) AS unread, count(*) FILTER (WHERE NOT is_unread) AS waiting
      FROM (
        SELECT site_id, true AS is_unread FROM unread WHERE is_due UNION ALL SELECT site_id, false FROM waiting
      ) counted
      GROUP BY site_id
    )
    SELECT jsonb_build_object('conversations', count(*), 'messages', coalesce(sum(messages), 0)) AS unread,
      (count(*) FILTER (WHERE is_due))::int AS open,
      (count(*) FILTER (WHERE status = 'closed'))::int AS closed,
      (count(*) FILTER (WHERE is_starred))::int AS starred,
      (SELECT count(*)::int FROM snoozed) AS snoozed,
      (SELECT count(*)::int FROM waiting) AS waiting,
      ${scope.isShared ? ofTeam(scope) : Prisma.empty}
      ${scope.via === "session" ? ofOthers(scope) : Prisma.empty}
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('siteId', site_id, 'unread', unread, 'waiting', waiting) ORDER BY site_id)
        FROM by_site
      ), '[]') AS sites
    FROM unread`);
  if (!row) throw new Error("an aggregate returned no row");
  const { elsewhere, ...counts } = row;
  return elsewhere ? { ...counts, elsewhere } : counts;
}
