import { query } from "#platform/database/database.ts";
import { type ListPosition, listCursor } from "#platform/list-cursor.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ownRows, ownSiteRows, PERSON_NAME } from "../access/statements.ts";
import type { Action } from "./actions.ts";
import type { ActivityJson, ListActivityQuery } from "./schema.ts";

export type ActivityRow = {
  id: string;
  at: Date;
  actorId: string | null;
  via: ActivityJson["via"];
  action: Action;
  siteId: string | null;
  conversationId: string | null;
  targetId: string | null;
  actorName: string | null;
  targetName: string | null;
  targetEmail: string | null;
  data: ActivityJson["data"];
};

type Filter = Pick<ListActivityQuery, "actorId" | "action" | "siteId">;

const cursors = listCursor<"at", Filter>({
  time: "at",
  filterText: ({ actorId, action, siteId }) => JSON.stringify([actorId, action, siteId]),
  sameAs: "filters",
});

/** Returns one page of the log, newest first. A member with chosen sites sees only what concerns those. */
export async function listActivity(
  scope: OwnerScope,
  { limit, cursor, ...filter }: ListActivityQuery,
): Promise<{ rows: ActivityRow[]; nextCursor: string | null }> {
  const found = await readPage(scope, filter, {
    after: cursor === undefined ? null : cursors.decode(cursor, filter),
    limit: limit + 1,
  });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? cursors.encode(last, filter) : null };
}

const EXPORTED_AT_ONCE = 500;

/** Yields the whole log in batches, newest first. */
export async function* allActivity(scope: OwnerScope): AsyncGenerator<ActivityRow[]> {
  let after: ListPosition<"at"> | null = null;
  for (;;) {
    const rows: ActivityRow[] = await readPage(scope, {}, { after, limit: EXPORTED_AT_ONCE });
    yield rows;
    after = rows.at(-1) ?? null;
    if (rows.length < EXPORTED_AT_ONCE) return;
  }
}

type Page = { after: ListPosition<"at"> | null; limit: number };

// An earlier version recorded no names.
const nameOfPerson = (id: Prisma.Sql) => Prisma.sql`(SELECT ${PERSON_NAME} FROM users u WHERE u.id = ${id})`;

function readPage(scope: OwnerScope, { actorId, action, siteId }: Filter, { after, limit }: Page) {
  const a = Prisma.sql`a`;
  const own = scope.siteIds === null ? ownRows(scope, a) : ownSiteRows(scope, a);
  const when = (value: string | undefined, condition: Prisma.Sql) => (value === undefined ? Prisma.empty : condition);
  return query<ActivityRow>(Prisma.sql`
    SELECT a.id, a.at, a.actor_id AS "actorId", a.via, a.action, a.site_id AS "siteId",
      a.conversation_id AS "conversationId", a.target_id AS "targetId",
      coalesce(a.actor_name, ${nameOfPerson(Prisma.sql`a.actor_id`)}) AS "actorName",
      coalesce(a.target_name, ${nameOfPerson(Prisma.sql`a.target_id`)}) AS "targetName", a.target_email AS "targetEmail", a.data
    FROM activity a WHERE ${own}
      ${when(actorId, Prisma.sql`AND a.actor_id = ${actorId}::uuid`)}
      ${when(action, Prisma.sql`AND a.action = ${action}`)}
      ${when(siteId, Prisma.sql`AND a.site_id = ${siteId}::uuid`)}
      ${after ? Prisma.sql`AND (a.at, a.id) < (${after.at}, ${after.id}::uuid)` : Prisma.empty}
    ORDER BY a.at DESC, a.id DESC LIMIT ${limit}`);
}
