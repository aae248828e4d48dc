import { type Transaction, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockWorkspace } from "../../base/access/statements.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import type { SavedReply } from "./queries.ts";
import type { CreateSavedReplyBody, UpdateSavedReplyBody } from "./schema.ts";
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
  const { name, body, personal } = input;
  const id = newId();
  return transaction(async (tx) => {
    await lockReplies(scope, tx);
    await requirePlace(scope, tx, { id, name, isPersonal: personal });
    const now = new Date();
    const row = await tx.savedReply.create({
      data: {
        id,
        workspaceId: scope.workspaceId,
        userId: personal ? scope.userId : null,
        name,
        nameKey: nameKeyOf(name),
        body,
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
    const userId = isPersonal ? scope.userId : null;
    const data = { name, nameKey: nameKeyOf(name), body, userId, updatedAt: new Date() };
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
