import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows, ownSiteRows } from "../../base/access/statements.ts";
import type { InboxPosition } from "../conversations/cursor.ts";
import type { ListFilter } from "../conversations/filter.ts";
import { INBOX_ORDER, inInbox, LISTED_AT, searchedRows } from "../conversations/list-statements.ts";
import { ownerColumns, ownerTables } from "../conversations/statements.ts";
import type { MessageKind } from "../messages/kinds.ts";

/*
 * Two bounded ways to search (decision 11): walking down the list and checking every message is fast if many match;
 * the index is fast if few do.
 */

/** What is searched: a list, from a position on. */
export type SearchInput = {
  scope: OwnerScope;
  filter: ListFilter;
  words: readonly string[];
  after: InboxPosition | null;
};

export type WalkBounds = { conversations: number; messages: number };

// More than were counted: others may have been written in since.
const WALK_TO_MAX = 1_000;

const all = (conditions: Prisma.Sql[]) => Prisma.join(conditions, " AND ");

/** Matches a folded text that has all words. */
export const hasWords = (text: Prisma.Sql, words: readonly string[]) =>
  all(words.map((word) => Prisma.sql`strpos(${text}, search_word(${word})) > 0`));

// A text that most conversations have would hide what people wrote.
const IS_SAID = Prisma.sql`m.sender_type <> ${"automatic" satisfies MessageKind}`;

// The newest message of a conversation, `c`, that contains all words.
const matchIn = (words: readonly string[]) => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT m.body FROM messages m
    WHERE m.conversation_id = c.id AND ${IS_SAID} AND ${hasWords(Prisma.sql`m.search_text`, words)}
    ORDER BY m.seq DESC LIMIT 1
  ) found ON true`;

const foundColumns = (scope: OwnerScope) => Prisma.sql`${ownerColumns(scope)}, found.body AS "foundBody"`;

/** Finds where a walk ends: its last conversation, or the last of the list if fewer are left. */
export function walkEnd({ scope, filter, after }: SearchInput, { conversations, messages }: WalkBounds) {
  const { rows, order } = searchedRows(scope, filter, after, { most: conversations });
  return Prisma.sql`
  SELECT count(*) FILTER (WHERE w.above < ${messages})::int AS count,
    (array_agg(w.id))[count(*) FILTER (WHERE w.above < ${messages})] AS id,
    (array_agg(w.listed_at))[count(*) FILTER (WHERE w.above < ${messages})] AS at,
    count(*) < ${conversations} AND bool_and(w.above < ${messages}) AS "isLast"
  FROM (
    SELECT c.id, ${LISTED_AT} AS listed_at, sum(c.last_seq) OVER list - c.last_seq AS above
    FROM ${rows}
    WINDOW list AS (${order.of} ROWS UNBOUNDED PRECEDING)
    LIMIT ${conversations}
  ) w`;
}

/** Finds the first conversations with all words, down to a position in the list. */
export function walkTo({ scope, filter, words, after }: SearchInput, end: InboxPosition, limit: number) {
  const { rows, order } = searchedRows(scope, filter, after, { most: WALK_TO_MAX, end });
  return Prisma.sql`
  SELECT ${foundColumns(scope)} FROM ${ownerTables(scope, Prisma.sql`(SELECT c.*${order.added} FROM ${rows}) c`)} ${matchIn(words)}
  WHERE found.body IS NOT NULL OR ${hasWords(Prisma.sql`v.search_text`, words)}
  ${order.shown} LIMIT ${limit}`;
}

/**
 * Finds the first conversations with all words by the index, each candidate looked up by its id (hence OFFSET 0).
 * With too many candidates, one row says that the result is incomplete. An empty result has one row too.
 */
export const findByIndex = (searched: SearchInput, limit: number, candidatesMax: number) => {
  const { scope, filter, words, after } = searched;
  const wanted = Prisma.sql`search_query(${scope.workspaceId}::uuid, ${words}::text[])`;
  return Prisma.sql`
  WITH said AS MATERIALIZED (
    SELECT m.conversation_id, m.search_text FROM messages m
    WHERE ${ownRows(scope, Prisma.sql`m`)} AND search_vector(m.workspace_id, m.search_text) @@ ${wanted} AND ${IS_SAID}
    LIMIT ${candidatesMax + 1}
  ), known AS MATERIALIZED (
    SELECT v.id, v.search_text FROM visitors v
    WHERE ${ownSiteRows(scope, Prisma.sql`v`)} AND search_vector(v.workspace_id, v.search_text) @@ ${wanted}
    LIMIT ${candidatesMax + 1}
  ), extent AS MATERIALIZED (
    SELECT (SELECT count(*) FROM said) <= ${candidatesMax} AND (SELECT count(*) FROM known) <= ${candidatesMax} AS "isComplete"
  ), candidates AS (
    SELECT conversation_id AS id FROM said
    WHERE (SELECT "isComplete" FROM extent) AND ${hasWords(Prisma.sql`said.search_text`, words)}
    UNION
    SELECT c.id FROM known JOIN conversations c ON c.visitor_id = known.id
    WHERE (SELECT "isComplete" FROM extent) AND ${hasWords(Prisma.sql`known.search_text`, words)}
  ), page AS (
    SELECT c.id FROM candidates CROSS JOIN LATERAL (
      SELECT c.id, c.last_message_at, c.last_message_period, c.woken_at FROM conversations c WHERE c.id = candidates.id AND ${inInbox(scope, filter, after)}
      OFFSET 0
    ) c
    ${INBOX_ORDER} LIMIT ${limit}
  ), shown AS (
    SELECT ${foundColumns(scope)} FROM page JOIN ${ownerTables(scope)} ON c.id = page.id ${matchIn(words)}
  )
  SELECT shown.*, extent.* FROM extent LEFT JOIN shown ON true
  ORDER BY greatest(shown."lastMessageAt", shown."wokenAt") DESC, shown.id DESC`;
};
