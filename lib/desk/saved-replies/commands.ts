import { query, type Transaction, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockWorkspace, ownRows } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import type { SavedReply } from "./queries.ts";
import type { CreateSavedReplyBody, UpdateSavedReplyBody } from "./schema.ts";
import { SAVED_REPLY_COLUMNS, visibleReplies } from "./statements.ts";

const SHARED_MAX = 500;
const PERSONAL_MAX = 200;

const nameKeyOf = (name: string): string => name.normalize("NFKC").toLowerCase();

/** Matches the saved reply, `r`, if it's shared, or the caller's own. */
const visible = (scope: OwnerScope, savedReplyId: string) =>
  Prisma.sql`r.id = ${savedReplyId}::uuid AND ${visibleReplies(scope)}`;

type Place = { id: string; name: string; isPersonal: boolean };

/** Throws `conflict` if the name is taken or the maximum is reached where the reply is going to be. */
async function requirePlace(scope: OwnerScope, tx: Transaction, { id, name, isPersonal }: Place): Promise<void> {
  const [place] = await tx.query<{ count: number; isTaken: boolean | null }>(Prisma.sql`
    SELECT count(*)::int AS count, bool_or(r.name_key = ${nameKeyOf(name)}) AS "isTaken" FROM saved_replies r
    WHERE ${ownRows(scope, Prisma.sql`r`)} AND r.id <> ${id}::uuid
      AND r.user_id IS NOT DISTINCT FROM ${isPersonal ? scope.userId : null}::uuid`);
  if (place?.isTaken) throw new AppError("conflict", { detail: "Another saved reply has this name." });
  const max = isPersonal ? PERSONAL_MAX : SHARED_MAX;
  if (place && place.count >= max) {
    const detail = isPersonal
      ? `You may have ${max} saved replies of your own. Delete one to create another.`
      : `A workspace may have ${max} shared saved replies. Delete one to create another.`;
    throw new AppError("conflict", { detail });
  }
}

const publish = ({ workspaceId }: OwnerScope) =>
  publishChange({ kind: "settings", workspaceId, about: "saved_replies" });

// A person's own aren't logged.
const entryOf = (scope: OwnerScope, targetId: string, change: "created" | "changed" | "deleted") =>
  ({ scope, action: "saved_reply.changed", targetId, data: { change } }) as const;

/** Creates a saved reply. Throws `conflict` if its name is taken or the maximum is reached. */
export async function createSavedReply(scope: OwnerScope, input: CreateSavedReplyBody): Promise<SavedReply> {
  const { name, body, personal } = input;
  const id = newId();
  const created = await transaction(async (tx) => {
    // Serializes the changes of a workspace's replies, so that counts and names are right.
    await lockWorkspace(scope, tx);
    await requirePlace(scope, tx, { id, name, isPersonal: personal });
    const [row] = await tx.query<SavedReply>(Prisma.sql`
      INSERT INTO saved_replies AS r (id, workspace_id, user_id, name, name_key, body, created_at, updated_at)
      VALUES (${id}::uuid, ${scope.workspaceId}::uuid, ${personal ? scope.userId : null}::uuid, ${name},
        ${nameKeyOf(name)}, ${body}, now(), now())
      RETURNING ${SAVED_REPLY_COLUMNS}`);
    if (!row) throw new AppError("not_found");
    if (!personal) await tx.query(storeActivity(entryOf(scope, id, "created")));
    return row;
  });
  publish(scope);
  return created;
}

/** Changes the given fields. Throws `not_found`, or `conflict` if its name is taken or the maximum is reached. */
export async function updateSavedReply(
  scope: OwnerScope,
  savedReplyId: string,
  patch: UpdateSavedReplyBody,
): Promise<SavedReply> {
  const updated = await transaction(async (tx) => {
    await lockWorkspace(scope, tx);
    const [before] = await tx.query<SavedReply>(Prisma.sql`
      SELECT ${SAVED_REPLY_COLUMNS} FROM saved_replies r WHERE ${visible(scope, savedReplyId)}`);
    if (!before) throw new AppError("not_found");
    if (Object.keys(patch).length === 0) return before;
    const { name = before.name, body = before.body, personal: isPersonal = before.userId !== null } = patch;
    await requirePlace(scope, tx, { id: savedReplyId, name, isPersonal });
    const [row] = await tx.query<SavedReply>(Prisma.sql`
      UPDATE saved_replies r
      SET name = ${name}, name_key = ${nameKeyOf(name)}, body = ${body},
        user_id = ${isPersonal ? scope.userId : null}::uuid, updated_at = now()
      WHERE ${visible(scope, savedReplyId)}
      RETURNING ${SAVED_REPLY_COLUMNS}`);
    if (!row) throw new AppError("not_found");
    if (!isPersonal || before.userId === null) await tx.query(storeActivity(entryOf(scope, savedReplyId, "changed")));
    return row;
  });
  publish(scope);
  return updated;
}

/** Deletes a saved reply. Throws `not_found`. */
export async function deleteSavedReply(scope: OwnerScope, savedReplyId: string): Promise<void> {
  const deleted = await query<{ id: string }>(Prisma.sql`
    WITH deleted AS (
      DELETE FROM saved_replies r WHERE ${visible(scope, savedReplyId)} RETURNING r.id, r.user_id
    ), noted AS (${storeActivity(entryOf(scope, savedReplyId, "deleted"), Prisma.sql`deleted WHERE user_id IS NULL`)})
    SELECT id FROM deleted`);
  if (deleted.length === 0) throw new AppError("not_found");
  publish(scope);
}
