import { type Transaction, transaction } from "#platform/database/database.ts";
import { isMissingParent, isUniqueViolation, retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockWorkspace } from "../../base/access/statements.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { getLabel, type LabelRow } from "./queries.ts";
import { labelKey } from "./rules.ts";
import type { CreateLabelBody, UpdateLabelBody } from "./schema.ts";
import {
  addLabelTo,
  lockLabel,
  lockSomeLabeled,
  moveInSavedReplies,
  moveInScheduledReplies,
  moveViews,
  removeLabelFrom,
  storeLabel,
} from "./statements.ts";

const LABELS_MAX = 100;
const LINKS_AT_ONCE = 2_000;

const nameTaken = () => new AppError("conflict", { detail: "A label with this name already exists." });

/** Creates a label. Throws `conflict` if the name is taken or the workspace has as many as it may. */
export async function createLabel(scope: OwnerScope, { name, color }: CreateLabelBody): Promise<LabelRow> {
  const label = { id: newId(), name, nameKey: labelKey(name), color: color ?? null };
  return transaction(async (tx) => {
    // Serializes creations, so that the count is right.
    await lockWorkspace(scope, tx);
    publishLabels(scope, tx);
    const [row] = await tx.query<LabelRow>(storeLabel(scope, label, LABELS_MAX));
    if (row) return row;
    const same = await tx.label.count({ where: { ...inWorkspace(scope), nameKey: label.nameKey } });
    if (same > 0) throw nameTaken();
    throw new AppError("conflict", {
      detail: `A workspace may have ${LABELS_MAX} labels. Delete one to create another.`,
    });
  });
}

/** Changes the given fields, on all conversations at once. Throws `not_found`, or `conflict` if the name is taken. */
export async function updateLabel(scope: OwnerScope, labelId: string, patch: UpdateLabelBody): Promise<LabelRow> {
  if (Object.keys(patch).length > 0) await changeLabel(scope, labelId, patch);
  return getLabel(scope, labelId);
}

async function changeLabel(scope: OwnerScope, labelId: string, patch: UpdateLabelBody): Promise<void> {
  const data = { ...patch, ...(patch.name && { nameKey: labelKey(patch.name) }), updatedAt: new Date() };
  try {
    await transaction(async (tx) => {
      const { count } = await tx.label.updateMany({
        where: { ...inWorkspace(scope), id: labelId, NOT: patch },
        data,
      });
      if (count > 0) publishLabels(scope, tx);
      if (count > 0 && patch.name) await tx.query(storeActivity({ scope, action: "label.renamed", targetId: labelId }));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error;
  }
}

/** Gives a label's conversations another one instead, and deletes it. Throws `not_found`, or `conflict` for the same. */
export async function mergeLabel(scope: OwnerScope, labelId: string, into: string): Promise<LabelRow> {
  await Promise.all([getLabel(scope, labelId), getLabel(scope, into)]);
  if (labelId === into) throw new AppError("conflict", { detail: "A label can't be merged into itself." });
  await emptyLabel(scope, labelId, into);
  return getLabel(scope, into);
}

/** Deletes a label and takes it off all conversations. Throws `not_found`. */
export async function deleteLabel(scope: OwnerScope, labelId: string): Promise<void> {
  await getLabel(scope, labelId);
  await emptyLabel(scope, labelId, null);
}

// Usually one transaction. Of a label with more conversations, no transaction locks so many that visitors wait for it.
async function emptyLabel(scope: OwnerScope, labelId: string, into: string | null): Promise<void> {
  try {
    while (!(await retryingConflicts(() => moveSome(scope, labelId, into))));
  } catch (error) {
    // The other label was deleted meanwhile.
    throw isMissingParent(error) ? new AppError("not_found") : error;
  }
}

// Locks conversations, then their links, then the label, like everyone who labels a conversation.
const moveSome = (scope: OwnerScope, labelId: string, into: string | null): Promise<boolean> =>
  transaction(async (tx) => {
    const some = await tx.query<{ id: string }>(lockSomeLabeled(scope, labelId, LINKS_AT_ONCE));
    const ids = some.map(({ id }) => id);
    if (into !== null) await tx.query(addLabelTo(ids, labelId, into));
    await tx.query(removeLabelFrom(ids, labelId));
    const locked = await tx.query<{ id: string }>(lockLabel(scope, labelId));
    const { count } = await tx.label.deleteMany({
      where: { ...inWorkspace(scope), id: labelId, conversations: { none: {} } },
    });
    if (count > 0) {
      const action = into === null ? "label.deleted" : "label.merged";
      await tx.query(storeActivity({ scope, action, targetId: labelId, data: into === null ? {} : { into } }));
      if (into !== null) {
        await tx.query(moveInSavedReplies(scope, labelId, into));
        await tx.query(moveInScheduledReplies(scope, labelId, into));
        await tx.query(moveViews(scope, labelId, into));
      }
      publishLabels(scope, tx, into === null ? undefined : { from: labelId, into });
      return true;
    }
    const left = await tx.label.count({ where: { id: labelId } });
    // The caller lost access meanwhile, so no further try would get anywhere.
    if (left > 0 && locked.length === 0) throw new AppError("not_found");
    return left === 0;
  });

const publishLabels = ({ workspaceId }: OwnerScope, tx: Transaction, merged?: { from: string; into: string }) =>
  tx.afterCommit(() => publishChange({ kind: "settings", workspaceId, about: "labels", ...(merged && { merged }) }));
