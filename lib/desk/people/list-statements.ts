import { Prisma } from "#prisma-client";
import { personOf, visitorsOfPerson } from "../../base/access/people-statements.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite, ownSiteRows, ownSites } from "../../base/access/statements.ts";
import { LISTED_AT, type ListWalk, type OrderedList } from "../conversations/list-statements.ts";
import { hasWords } from "../search/statements.ts";

/*
 * Lists of people. Each page walks over a limited number of conversations, in the inbox's order, or of visitors, in the order
 * they were first seen, and keeps one per person. By the number of conversations, everyone is counted for each page. Nothing is
 * stored for a list. Tests and people who only sent spam are left out.
 */

const isSaidOf = (visitorIds: Prisma.Sql, words: readonly string[]) =>
  words.length === 0
    ? []
    : [
        Prisma.sql`EXISTS (
          SELECT FROM visitors o WHERE o.id = ANY (${visitorIds}) AND ${hasWords(Prisma.sql`o.search_text`, words)}
        )`,
      ];

// Without OFFSET 0, the planner would know that most visitors have one conversation, and look for the newest again with each of
// someone who has thousands. This way it remembers who it looked for.
const NEWEST = Prisma.sql`
  CROSS JOIN LATERAL (SELECT c.visitor_id AS id OFFSET 0) its
  CROSS JOIN LATERAL (
    SELECT o.id FROM conversations o
    WHERE o.visitor_id = ANY (${visitorsOfPerson(Prisma.sql`its.id`)}) AND NOT o.is_spam
    ORDER BY greatest(o.last_message_at, o.woken_at) DESC, o.id DESC LIMIT 1
  ) newest`;

/** A walk over the inbox that keeps a person's newest conversation if they have all words in their details. */
export function newestOfPeople(
  { rows, order }: OrderedList,
  words: readonly string[],
  most: number,
): Pick<ListWalk, "rows" | "order" | "checks"> {
  const checks = [
    Prisma.sql`c.newest_id = c.id`,
    Prisma.sql`EXISTS (SELECT FROM visitors v WHERE v.id = c.visitor_id AND NOT v.is_test OFFSET 0)`,
    ...isSaidOf(visitorsOfPerson(Prisma.sql`c.visitor_id`), words),
  ];
  const walked = Prisma.sql`(
    SELECT c.*, newest.id AS newest_id
    FROM (SELECT c.*${order.added} FROM ${rows} ${order.of} LIMIT ${most}) c ${NEWEST}
  ) c`;
  return { rows: walked, order: { added: Prisma.empty, of: order.shown, shown: order.shown }, checks };
}

/** How many visitors, or people with several conversations, are checked for one page. */
export const SEEN_WALK_MAX = 500;

export type SeenRow = { id: string; fits: boolean; walked: number };
type Page = { siteId: string | undefined; words: readonly string[]; limit: number };
type SeenPage = Page & { before: string | null; isSingle: boolean };

const sitesOf = (scope: OwnerScope, siteId: string | undefined) =>
  siteId === undefined ? ownSites(scope) : ownSite(scope, siteId);

// Conditions for a person to be listed. Their visitors have these ids, and the row `v` is one of them.
const isListed = (visitorIds: Prisma.Sql, words: readonly string[]) => [
  Prisma.sql`NOT EXISTS (SELECT FROM visitors o WHERE o.id = v.id AND o.is_test OFFSET 0)`,
  Prisma.sql`EXISTS (SELECT FROM conversations c WHERE c.visitor_id = ANY (${visitorIds}) AND NOT c.is_spam)`,
  ...isSaidOf(visitorIds, words),
];

const hasOneConversation = (visitorIds: Prisma.Sql) =>
  Prisma.sql`(SELECT count(*) FROM (SELECT FROM conversations c WHERE c.visitor_id = ANY (${visitorIds}) LIMIT 2) few) = 1`;

/**
 * A page of the visitor of each person that was seen first, newest first: SeenRows. As in lists of conversations, the last one
 * may be where the walk ended instead. `isSingle` keeps only people with one conversation. The walk reads only ids, so that the
 * index alone is enough: with another column, the planner would read and sort all visitors of a site that has more than most.
 */
export function seenPage(scope: OwnerScope, { siteId, words, before, limit, isSingle }: SeenPage): Prisma.Sql {
  const people = Prisma.sql`people.ids`;
  const fits = [
    Prisma.sql`NOT EXISTS (SELECT FROM visitors o WHERE o.id = ANY (${people}) AND o.id < v.id)`,
    ...isListed(people, words),
    ...(isSingle ? [hasOneConversation(people)] : []),
  ];
  return Prisma.sql`
  SELECT w.id, w.fits, w.walked FROM (
    SELECT v.id, v.walked, ${Prisma.join(fits, " AND ")} AS fits
    FROM (
      SELECT v.id, (row_number() OVER (ORDER BY v.id DESC))::int AS walked
      FROM sites s CROSS JOIN LATERAL (
        SELECT v.id FROM visitors v
        WHERE v.site_id = s.id ${before === null ? Prisma.empty : Prisma.sql`AND v.id < ${before}::uuid`}
        ORDER BY v.id DESC LIMIT ${SEEN_WALK_MAX}
      ) v
      WHERE ${sitesOf(scope, siteId)}
      ORDER BY v.id DESC LIMIT ${SEEN_WALK_MAX}
    ) v CROSS JOIN LATERAL (SELECT ${visitorsOfPerson(Prisma.sql`v.id`)} AS ids OFFSET 0) people
  ) w
  WHERE w.fits OR w.walked = ${SEEN_WALK_MAX} ORDER BY w.id DESC LIMIT ${limit}`;
}

const FIRST_SEEN = (visitorIds: Prisma.Sql) =>
  Prisma.sql`(SELECT o.id FROM visitors o WHERE o.id = ANY (${visitorIds}) ORDER BY o.id LIMIT 1)`;
const COUNT_OF = (visitorIds: Prisma.Sql) =>
  Prisma.sql`(SELECT count(*)::int FROM conversations c WHERE c.visitor_id = ANY (${visitorIds}))`;

/** A person with several conversations. `id` is their first visitor's. */
export type CountedRow = SeenRow & { conversations: number };
type CountedPage = Page & { before: { conversations: number; id: string } | null };

/**
 * A page of people with several conversations, the most first: CountedRows. The last one may be where the walk ended. Each page
 * counts all conversations of these sites in an index (decision 62).
 */
export function countedPage(scope: OwnerScope, { siteId, words, before, limit }: CountedPage): Prisma.Sql {
  const own = sitesOf(scope, siteId);
  const its = Prisma.sql`its.ids`;
  return Prisma.sql`
  WITH counted AS MATERIALIZED (
    SELECT c.id, c.conversations FROM sites s CROSS JOIN LATERAL (
      SELECT c.visitor_id AS id, count(*)::int AS conversations FROM conversations c WHERE c.site_id = s.id
      GROUP BY c.visitor_id HAVING count(*) > 1
    ) c WHERE ${own}
  ), merged AS MATERIALIZED (
    SELECT v.id, v.merged_into FROM sites s JOIN visitors v ON v.site_id = s.id WHERE v.merged_into IS NOT NULL AND ${own}
  ), people AS (
    SELECT counted.id, counted.conversations FROM counted
    WHERE counted.id NOT IN (SELECT id FROM merged UNION ALL SELECT merged_into FROM merged)
    UNION ALL
    SELECT ${FIRST_SEEN(its)}, ${COUNT_OF(its)} FROM (SELECT DISTINCT merged_into AS id FROM merged) person
    CROSS JOIN LATERAL (SELECT ${visitorsOfPerson(Prisma.sql`person.id`)} AS ids OFFSET 0) its
  )
  SELECT w.id, w.conversations, w.fits, w.walked FROM (
    SELECT p.id, p.conversations, p.walked, ${Prisma.join(isListed(its, words), " AND ")} AS fits
    FROM (
      SELECT p.id, p.conversations, (row_number() OVER (ORDER BY p.conversations DESC, p.id DESC))::int AS walked FROM people p
      WHERE p.conversations > 1
        ${before === null ? Prisma.empty : Prisma.sql`AND (p.conversations, p.id) < (${before.conversations}::bigint, ${before.id}::uuid)`}
      ORDER BY p.conversations DESC, p.id DESC LIMIT ${SEEN_WALK_MAX}
    ) p
    JOIN visitors v ON v.id = p.id
    CROSS JOIN LATERAL (SELECT ${visitorsOfPerson(Prisma.sql`v.id`)} AS ids OFFSET 0) its
  ) w
  WHERE w.fits OR w.walked = ${SEEN_WALK_MAX} ORDER BY w.conversations DESC, w.id DESC LIMIT ${limit}`;
}

/** A person found by the index, with their position in each order. If too many match, there is one row without an id. */
export type FoundRow = { isComplete: boolean } & (
  | { id: null }
  | { id: string; at: Date; seenId: string; conversations: number }
);

type Search = { siteId: string | undefined; words: readonly string[]; candidates: number };

/** Finds the people with all words in a visitor's details by the index: FoundRows, at least one. */
export const findPeople = (scope: OwnerScope, { siteId, words, candidates }: Search) => Prisma.sql`
  WITH known AS MATERIALIZED (
    SELECT v.id, v.site_id, v.is_test, v.search_text, ${personOf(Prisma.sql`v`)} AS person_id FROM visitors v
    WHERE ${ownSiteRows(scope, Prisma.sql`v`)}
      AND search_vector(v.workspace_id, v.search_text) @@ search_query(${scope.workspaceId}::uuid, ${words}::text[])
    LIMIT ${candidates + 1}
  ), extent AS MATERIALIZED (
    SELECT count(*) <= ${candidates} AS "isComplete" FROM known
  ), people AS MATERIALIZED (
    SELECT DISTINCT known.person_id AS id FROM known
    WHERE (SELECT "isComplete" FROM extent) AND NOT known.is_test AND ${hasWords(Prisma.sql`known.search_text`, words)}
      ${siteId === undefined ? Prisma.empty : Prisma.sql`AND known.site_id = ${siteId}::uuid`}
  )
  SELECT extent."isComplete", found.id, found.at, found."seenId", found.conversations
  FROM extent LEFT JOIN (
    SELECT newest.id, newest.at, ${FIRST_SEEN(Prisma.sql`its.ids`)} AS "seenId", ${COUNT_OF(Prisma.sql`its.ids`)} AS conversations
    FROM people
    CROSS JOIN LATERAL (SELECT ${visitorsOfPerson(Prisma.sql`people.id`)} AS ids OFFSET 0) its
    CROSS JOIN LATERAL (
      SELECT c.visitor_id AS id, ${LISTED_AT} AS at FROM conversations c
      WHERE c.visitor_id = ANY (its.ids) AND NOT c.is_spam
      ORDER BY ${LISTED_AT} DESC, c.id DESC LIMIT 1
    ) newest
  ) found ON true`;
