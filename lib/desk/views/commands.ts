import { type Transaction, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import type { View as ViewRow } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockWorkspace } from "../../base/access/statements.ts";
import { inWorkspace, ownSite } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { type View, withState } from "./queries.ts";
import { filterText, nameKeyOf } from "./rules.ts";
import type { CreateViewBody, UpdateViewBody, ViewFilter } from "./schema.ts";
import { visibleViews } from "./where.ts";

const SHARED_MAX = 50;
const PERSONAL_MAX = 50;

/** Creates a view. Throws `conflict` if its name is taken, the maximum is reached, or its filter names what isn't there. */
export async function createView(scope: OwnerScope, { name, filter, personal }: CreateViewBody): Promise<View> {
  const id = newId();
  const row = await transaction(async (tx) => {
    await lockWorkspace(scope, tx);
    await requirePlace(scope, tx, { id, name, isPersonal: personal });
    await requireNamed(scope, tx, filter);
    const now = new Date();
    const stored = await tx.view.create({
      data: {
        id,
        workspaceId: scope.workspaceId,
        userId: personal ? scope.userId : null,
        name,
        nameKey: nameKeyOf(name),
        ...filterData(filter),
        createdAt: now,
        updatedAt: now,
      },
    });
    await noteChange(scope, tx, "created", [stored]);
    return stored;
  });
  return withOneState(scope, row);
}

/** Changes the given fields. Throws `not_found`, or `conflict` as `createView` does. */
export async function updateView(scope: OwnerScope, viewId: string, patch: UpdateViewBody): Promise<View> {
  const row = await transaction(async (tx) => {
    await lockWorkspace(scope, tx);
    const where = { ...visibleViews(scope), id: viewId };
    const before = await tx.view.findFirst({ where });
    if (!before) throw new AppError("not_found");
    if (Object.keys(patch).length === 0) return before;
    const { name = before.name, filter, personal: isPersonal = before.userId !== null } = patch;
    await requirePlace(scope, tx, { id: viewId, name, isPersonal });
    if (filter) await requireNamed(scope, tx, filter);
    const userId = isPersonal ? scope.userId : null;
    const data = { name, nameKey: nameKeyOf(name), userId, ...(filter && filterData(filter)), updatedAt: new Date() };
    const [stored] = await tx.view.updateManyAndReturn({ where, data });
    if (!stored) throw new AppError("not_found");
    await noteChange(scope, tx, "changed", [before, stored]);
    return stored;
  });
  return withOneState(scope, row);
}

/** Deletes a view. Throws `not_found`. */
export async function deleteView(scope: OwnerScope, viewId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockWorkspace(scope, tx);
    const where = { ...visibleViews(scope), id: viewId };
    const view = await tx.view.findFirst({ where });
    if (!view) throw new AppError("not_found");
    await tx.view.deleteMany({ where });
    await noteChange(scope, tx, "deleted", [view]);
  });
}

const filterData = (filter: ViewFilter) => ({ filter: filterText(filter), siteId: filter.siteId ?? null });

async function withOneState(scope: OwnerScope, row: ViewRow): Promise<View> {
  const [view] = await withState(scope, [row]);
  if (!view) throw new AppError("not_found");
  return view;
}

type Place = { id: string; name: string; isPersonal: boolean };

/** Throws `conflict` if the name is taken or the maximum is reached where the view is going to be. */
async function requirePlace(scope: OwnerScope, tx: Transaction, { id, name, isPersonal }: Place): Promise<void> {
  const place = { id: { not: id }, userId: isPersonal ? scope.userId : null };
  // Views of sites that the caller can't see may have the name too: a conflict would give them away.
  const same = await tx.view.count({ where: { ...visibleViews(scope), ...place, nameKey: nameKeyOf(name) } });
  if (same > 0) throw new AppError("conflict", { detail: "Another view has this name." });
  const max = isPersonal ? PERSONAL_MAX : SHARED_MAX;
  if ((await tx.view.count({ where: { ...inWorkspace(scope), ...place } })) >= max) {
    const detail = isPersonal
      ? `You may have ${max} views of your own. Delete one to create another.`
      : `A workspace may have ${max} shared views. Delete one to create another.`;
    throw new AppError("conflict", { detail });
  }
}

/** Throws `conflict` if the filter names a site that the caller can't see, or a label or member that isn't there. */
async function requireNamed(scope: OwnerScope, tx: Transaction, filter: ViewFilter): Promise<void> {
  const { siteId, labelId, assignee = "none" } = filter;
  const refuse = (what: string) => {
    throw new AppError("conflict", { detail: `The ${what} of the filter doesn't exist.` });
  };
  if (siteId && (await tx.site.count({ where: ownSite(scope, siteId) })) === 0) refuse("site");
  if (labelId && (await tx.label.count({ where: { ...inWorkspace(scope), id: labelId } })) === 0) refuse("label");
  if (assignee === "me" || assignee === "none") return;
  const where = { ...inWorkspace(scope), userId: assignee, standing: "active" };
  if ((await tx.member.count({ where })) === 0) refuse("assignee");
}

/** Publishes a change of a view to those who may see it, before or after, and logs it if it's shared. */
async function noteChange(
  scope: OwnerScope,
  tx: Transaction,
  change: "created" | "changed" | "deleted",
  views: readonly ViewRow[],
): Promise<void> {
  const { workspaceId } = scope;
  const siteIds = [...new Set(views.map(({ siteId }) => siteId))];
  const concerned = siteIds.includes(null) ? [null] : siteIds;
  tx.afterCommit(() => {
    for (const siteId of concerned)
      publishChange({ kind: "settings", workspaceId, about: "views", ...(siteId !== null && { siteId }) });
  });
  const shared = views.filter(({ userId }) => userId === null).at(-1);
  if (!shared) return;
  const { id: targetId, siteId } = shared;
  await tx.query(storeActivity({ scope, action: "view.changed", siteId, targetId, data: { change } }));
}
