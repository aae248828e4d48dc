import { db, queryPrepared } from "#platform/database/database.ts";
import { isCanceled } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import type { View as ViewRow } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { type CountedRow, countedList } from "../conversations/list-statements.ts";
import { readFilter } from "./rules.ts";
import type { Broken, ViewCount, ViewFilter } from "./schema.ts";
import { visibleViews } from "./where.ts";

export type View = Omit<ViewRow, "filter"> & { filter: ViewFilter | null; broken: Broken | null };

/** Returns the workspace's shared views and the caller's own that the caller may see, by name. */
export async function listViews(scope: OwnerScope): Promise<View[]> {
  const rows = await db().view.findMany({
    where: visibleViews(scope),
    orderBy: [{ nameKey: "asc" }, { id: "asc" }],
  });
  return withState(scope, rows);
}

/** Whether a view is the workspace's, and not one person's own. */
export async function isShared(scope: OwnerScope, viewId: string): Promise<boolean> {
  return (await db().view.count({ where: { ...visibleViews(scope), id: viewId, userId: null } })) > 0;
}

/** Reads the views' filters, and finds out what they name that's gone. */
export async function withState(scope: OwnerScope, rows: readonly ViewRow[]): Promise<View[]> {
  const views = rows.map((row) => ({ ...row, filter: readFilter(row.filter) }));
  const labelIds = views.flatMap(({ filter }) => filter?.labelId ?? []);
  const userIds = views.flatMap(({ filter }) => personOf(filter) ?? []);
  const [labels, members] = await Promise.all([
    labelIds.length === 0
      ? []
      : db().label.findMany({ where: { ...inWorkspace(scope), id: { in: labelIds } }, select: { id: true } }),
    userIds.length === 0
      ? []
      : db().member.findMany({
          where: { ...inWorkspace(scope), userId: { in: userIds }, standing: "active" },
          select: { userId: true },
        }),
  ]);
  const known = new Set([...labels.map(({ id }) => id), ...members.map(({ userId }) => userId)]);
  return views.map((view) => ({ ...view, broken: brokenBy(view.filter, known) }));
}

const personOf = (filter: ViewFilter | null) =>
  filter?.assignee === "me" || filter?.assignee === "none" ? undefined : filter?.assignee;

function brokenBy(filter: ViewFilter | null, known: ReadonlySet<string>): Broken | null {
  if (!filter) return "filter";
  if (filter.labelId && !known.has(filter.labelId)) return "label";
  const person = personOf(filter);
  return person && !known.has(person) ? "assignee" : null;
}

const COUNTED_MAX = 100;
// Views aren't worth more of the connections.
const AT_ONCE = 2;

/** Counts the conversations of each view that the caller may see, except searches, and what can't be counted in time. */
export async function countViews(scope: OwnerScope): Promise<ViewCount[]> {
  const counted = (await listViews(scope)).filter(({ filter, broken }) => !broken && filter?.q === undefined);
  const counts: (ViewCount | null)[] = [];
  for (let at = 0; at < counted.length; at += AT_ONCE) {
    counts.push(...(await Promise.all(counted.slice(at, at + AT_ONCE).map((view) => countView(scope, view)))));
  }
  return counts.filter((count) => count !== null);
}

async function countView(scope: OwnerScope, { id, filter }: View): Promise<ViewCount | null> {
  try {
    const [row] = await queryPrepared<CountedRow>(countedList(scope, filter ?? {}, COUNTED_MAX));
    if (!row) throw new Error("an aggregate returned no row");
    return { viewId: id, ...row };
  } catch (error) {
    // One view that's slow to count must not cost the others' numbers.
    if (!isCanceled(error)) throw error;
    logFailure(error, "could not count a view in time");
    return null;
  }
}
