import { query } from "#platform/database/database.ts";
import { type ListPosition, listCursor } from "#platform/list-cursor.ts";
import type { Activity } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import type { ActivityJson, ListActivityQuery } from "./schema.ts";
import { type ActivityFilter, type ActivityPage, activityPage } from "./statements.ts";

type Typed = Pick<ActivityJson, "via" | "action" | "data">;
export type ActivityRow = Omit<Activity, "workspaceId" | keyof Typed> & Typed;

const cursors = listCursor<"at", ActivityFilter>({
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

const readPage = (scope: OwnerScope, filter: ActivityFilter, page: ActivityPage) =>
  query<ActivityRow>(activityPage(scope, filter, page));
