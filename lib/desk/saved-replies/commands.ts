import { type Transaction, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockWorkspace } from "../../base/access/statements.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import type { SavedReply } from "./queries.ts";
import type { CreateSavedReplyBody, SavedReplyActions, UpdateSavedReplyBody } from "./schema.ts";
import { visibleReplies } from "./where.ts";

const SHARED_MAX = 500;
const PERSONAL_MAX = 200;

const nameKeyOf = (name: string): string => name.normalize("NFKC").toLowerCase();

type Place = { id: string; name: string; isPersonal: boolean };

/** Throws `conflict` if the name is taken or the maximum is reached where the reply is going to be. */
async function requirePlace(scope: OwnerScope, tx: Transaction, { id, name, isPersonal }: Place): Promise<void> {
  const others = await tx.savedReply.findMany({
    where: { ...inWorkspace(scope), id: { not: id }, userId: isPersonal ? scope.userId : null },
    select: { nameKey: true },
  });
  const nameKey = nameKeyOf(name);
  if (others.some((other) => other.nameKey === nameKey)) {
    throw new AppError("conflict", { detail: "Another saved reply has this name." });
  }
  const max = isPersonal ? PERSONAL_MAX : SHARED_MAX;
  if (others.length >= max) {
    const detail = isPersonal
      ? `You may have ${max} saved replies of your own. Delete one to create another.`
      : `A workspace may have ${max} shared saved replies. Delete one to create another.`;
    throw new AppError("conflict", { detail });
  }
}

/** Throws `invalid_request` if an action names a label or a person that the workspace doesn't have. */
async function requireKnown(scope: OwnerScope, tx: Transaction, actions: SavedReplyActions): Promise<void> {
  const { labels = [], assignee } = actions;
  const known = await tx.label.findMany({ where: { ...inWorkspace(scope), id: { in: labels } }, select: { id: true } });
  const ids = new Set(known.map(({ id }) => id));
  const errors = labels.flatMap((id, at) =>
    ids.has(id) ? [] : [{ path: `actions.labels.${at}`, message: "doesn't exist" }],
  );
  const person = assignee === "me" || assignee === "none" ? undefined : assignee;
  const where = { ...inWorkspace(scope), standing: { not: "removed" } };
  if (person !== undefined && (await tx.member.count({ where: { ...where, userId: person } })) === 0)
    errors.push({ path: "actions.assignee", message: "must be a member of this workspace" });
  if (errors.length > 0) throw new AppError("invalid_request", { errors });
}

/** Serializes the changes of a workspace's replies, so that counts and names are right, and publishes this one. */
async function lockReplies(scope: OwnerScope, tx: Transaction): Promise<void> {
  await lockWorkspace(scope, tx);
  tx.afterCommit(() => publishChange({ kind: "settings", workspaceId: scope.workspaceId, about: "saved_replies" }));
}

// A person's own aren't logged.
const entryOf = (scope: OwnerScope, targetId: string, change: "created" | "changed" | "deleted") =>
  ({ scope, action: "saved_reply.changed", targetId, data: { change } }) as const;

/** Creates a saved reply. Throws `conflict` if its name is taken or the maximum is reached. */
export async function createSavedReply(scope: OwnerScope, input: CreateSavedReplyBody): Promise<SavedReply> {
  const { name, body, personal, actions } = input;
  const id = newId();
  return transaction(async (tx) => {
    await lockReplies(scope, tx);
    await requirePlace(scope, tx, { id, name, isPersonal: personal });
    await requireKnown(scope, tx, actions);
    const now = new Date();
    const row = await tx.savedReply.create({
      data: {
        id,
        workspaceId: scope.workspaceId,
        userId: personal ? scope.userId : null,
        name,
        nameKey: nameKeyOf(name),
        body,
        actions,
        createdAt: now,
        updatedAt: now,
      },
    });
    if (!personal) await tx.query(storeActivity(entryOf(scope, id, "created")));
    return row;
  });
}

/** Changes the given fields. Throws `not_found`, or `conflict` if its name is taken or the maximum is reached. */
export async function updateSavedReply(
  scope: OwnerScope,
  savedReplyId: string,
  patch: UpdateSavedReplyBody,
): Promise<SavedReply> {
  return transaction(async (tx) => {
    await lockReplies(scope, tx);
    const where = { ...visibleReplies(scope), id: savedReplyId };
    const before = await tx.savedReply.findFirst({ where });
    if (!before) throw new AppError("not_found");
    if (Object.keys(patch).length === 0) return before;
    const { name = before.name, body = before.body, personal: isPersonal = before.userId !== null } = patch;
    await requirePlace(scope, tx, { id: savedReplyId, name, isPersonal });
    if (patch.actions) await requireKnown(scope, tx, patch.actions);
    const userId = isPersonal ? scope.userId : null;
    const changed = { name, nameKey: nameKeyOf(name), body, userId, updatedAt: new Date() };
    const data = { ...changed, ...(patch.actions && { actions: patch.actions }) };
    const [row] = await tx.savedReply.updateManyAndReturn({ where, data });
    if (!row) throw new AppError("not_found");
    if (!isPersonal || before.userId === null) await tx.query(storeActivity(entryOf(scope, savedReplyId, "changed")));
    return row;
  });
}

/** Deletes a saved reply. Throws `not_found`. */
export async function deleteSavedReply(scope: OwnerScope, savedReplyId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockReplies(scope, tx);
    const where = { ...visibleReplies(scope), id: savedReplyId };
    const reply = await tx.savedReply.findFirst({ where, select: { userId: true } });
    if (!reply) throw new AppError("not_found");
    await tx.savedReply.deleteMany({ where });
    if (reply.userId === null) await tx.query(storeActivity(entryOf(scope, savedReplyId, "deleted")));
  });
}
