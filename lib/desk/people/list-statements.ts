import { Prisma } from "#prisma-client";
import { personOf, visitorsOfPerson } from "../../base/access/people-statements.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite, ownSiteRows, ownSites } from "../../base/access/statements.ts";
import { LISTED_AT, type ListWalk, type OrderedList } from "../conversations/list-statements.ts";
import { hasWords } from "../search/statements.ts";

/*
 * Lists of people. Each page walks over a limited number of conversations, in the inbox's order, or of visitors, in the order
 * they were first seen, and keeps one per person: no list is stored or sorted. Tests and people who only sent spam are left out.
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

/** How many visitors are checked for one page of those in the order they were first seen. */
export const SEEN_WALK_MAX = 500;

export type SeenRow = { id: string; fits: boolean; walked: number };
type SeenPage = { siteId: string | undefined; words: readonly string[]; before: string | null; limit: number };

/**
 * A page of the visitor of each person that was seen first, newest first: SeenRows. As in lists of conversations, the last one
 * may be where the walk ended instead.
 */
export function seenPage(scope: OwnerScope, { siteId, words, before, limit }: SeenPage): Prisma.Sql {
  const people = Prisma.sql`people.ids`;
  const fits = [
    Prisma.sql`NOT v.is_test AND NOT EXISTS (SELECT FROM visitors o WHERE o.id = ANY (${people}) AND o.id < v.id)
      AND EXISTS (SELECT FROM conversations c WHERE c.visitor_id = ANY (${people}) AND NOT c.is_spam)`,
    ...isSaidOf(people, words),
  ];
  return Prisma.sql`
  SELECT w.id, w.fits, w.walked FROM (
    SELECT v.id, v.walked, ${Prisma.join(fits, " AND ")} AS fits
    FROM (
      SELECT v.id, v.is_test, (row_number() OVER (ORDER BY v.id DESC))::int AS walked
      FROM sites s CROSS JOIN LATERAL (
        SELECT v.id, v.is_test FROM visitors v
        WHERE v.site_id = s.id ${before === null ? Prisma.empty : Prisma.sql`AND v.id < ${before}::uuid`}
        ORDER BY v.id DESC LIMIT ${SEEN_WALK_MAX}
      ) v
      WHERE ${siteId === undefined ? ownSites(scope) : ownSite(scope, siteId)}
      ORDER BY v.id DESC LIMIT ${SEEN_WALK_MAX}
    ) v CROSS JOIN LATERAL (SELECT ${visitorsOfPerson(Prisma.sql`v.id`)} AS ids OFFSET 0) people
  ) w
  WHERE w.fits OR w.walked = ${SEEN_WALK_MAX} ORDER BY w.id DESC LIMIT ${limit}`;
}

/** A person who was found by the index, and where they are in both orders. With too many to check, none is. */
export type FoundRow = { isComplete: boolean } & ({ id: null } | { id: string; at: Date; seenId: string });

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
  SELECT extent."isComplete", found.id, found.at, found."seenId"
  FROM extent LEFT JOIN (
    SELECT newest.id, newest.at, (
      SELECT o.id FROM visitors o WHERE o.id = ANY (${visitorsOfPerson(Prisma.sql`people.id`)}) ORDER BY o.id LIMIT 1
    ) AS "seenId"
    FROM people CROSS JOIN LATERAL (
      SELECT c.visitor_id AS id, ${LISTED_AT} AS at FROM conversations c
      WHERE c.visitor_id = ANY (${visitorsOfPerson(Prisma.sql`people.id`)}) AND NOT c.is_spam
      ORDER BY ${LISTED_AT} DESC, c.id DESC LIMIT 1
    ) newest
  ) found ON true`;
