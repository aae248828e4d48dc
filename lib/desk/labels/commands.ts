import { query, transaction } from "#platform/database/database.ts";
import { isMissingParent, isUniqueViolation, retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockWorkspace, ownConversations, ownRows } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { LABEL_COLORS } from "./label-colors.ts";
import { getLabel, type LabelRow } from "./queries.ts";
import { labelKey } from "./rules.ts";
import type { CreateLabelBody, UpdateLabelBody } from "./schema.ts";
import { ownLabel } from "./statements.ts";

const LABELS_MAX = 100;
const LINKS_AT_ONCE = 2_000;

const nameTaken = () => new AppError("conflict", { detail: "A label with this name already exists." });

/** Creates a label. Throws `conflict` if the name is taken or the workspace has as many as it may. */
export async function createLabel(scope: OwnerScope, { name, color }: CreateLabelBody): Promise<LabelRow> {
  const id = newId();
  await transaction(async (tx) => {
    // Serializes creations, so that the count is right.
    await lockWorkspace(scope, tx);
    const made = await tx.query(Prisma.sql`
      INSERT INTO labels (id, workspace_id, name, name_key, color, created_at, updated_at)
      SELECT ${id}::uuid, ${scope.workspaceId}::uuid, ${name}, ${labelKey(name)}, coalesce(${color ?? null}, (
        SELECT offered.color FROM unnest(${[...LABEL_COLORS]}::text[]) WITH ORDINALITY AS offered (color, place)
        LEFT JOIN labels l ON ${ownRows(scope, Prisma.sql`l`)} AND l.color = offered.color
        GROUP BY offered.color, offered.place ORDER BY count(l.id), offered.place LIMIT 1
      )), now(), now()
      WHERE ${LABELS_MAX} > (SELECT count(*) FROM labels l WHERE ${ownRows(scope, Prisma.sql`l`)})
      ON CONFLICT (workspace_id, name_key) DO NOTHING
      RETURNING id`);
    if (made.length > 0) return;
    const same = await tx.query(Prisma.sql`
      SELECT FROM labels l WHERE ${ownRows(scope, Prisma.sql`l`)} AND l.name_key = ${labelKey(name)}`);
    if (same.length > 0) throw nameTaken();
    throw new AppError("conflict", {
      detail: `A workspace may have ${LABELS_MAX} labels. Delete one to create another.`,
    });
  });
  publishLabels(scope);
  return getLabel(scope, id);
}

/** Changes the given fields, on all conversations at once. Throws `not_found`, or `conflict` if the name is taken. */
export async function updateLabel(
  scope: OwnerScope,
  labelId: string,
  { name, color }: UpdateLabelBody,
): Promise<LabelRow> {
  const key = name === undefined ? null : labelKey(name);
  try {
    const entry = storeActivity({ scope, action: "label.renamed", targetId: labelId }, Prisma.sql`changed`);
    const changed = await query(Prisma.sql`
      WITH changed AS (
      UPDATE labels l SET name = coalesce(${name ?? null}, l.name), name_key = coalesce(${key}, l.name_key),
        color = coalesce(${color ?? null}, l.color), updated_at = clock_timestamp()
      WHERE ${ownLabel(scope, labelId)}
        AND (l.name, l.color) IS DISTINCT FROM (coalesce(${name ?? null}, l.name), coalesce(${color ?? null}, l.color))
      RETURNING l.id
      )${name === undefined ? Prisma.empty : Prisma.sql`, noted AS (${entry})`}
      SELECT id FROM changed`);
    if (changed.length > 0) publishLabels(scope);
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error;
  }
  return getLabel(scope, labelId);
}

/** Gives a label's conversations another one instead, and deletes it. Throws `not_found`, or `conflict` for the same. */
export async function mergeLabel(scope: OwnerScope, labelId: string, into: string): Promise<LabelRow> {
  await Promise.all([getLabel(scope, labelId), getLabel(scope, into)]);
  if (labelId === into) throw new AppError("conflict", { detail: "A label can't be merged into itself." });
  await emptyLabel(scope, labelId, into);
  publishLabels(scope, { from: labelId, into });
  return getLabel(scope, into);
}

/** Deletes a label and takes it off all conversations. Throws `not_found`. */
export async function deleteLabel(scope: OwnerScope, labelId: string): Promise<void> {
  await getLabel(scope, labelId);
  await emptyLabel(scope, labelId, null);
  publishLabels(scope);
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
    const some = await tx.query<{ id: string }>(Prisma.sql`
      SELECT c.id FROM conversations c
      WHERE ${ownConversations(scope)} AND c.id IN (
        SELECT conversation_id FROM conversation_labels WHERE label_id = ${labelId}::uuid LIMIT ${LINKS_AT_ONCE}
      )
      ORDER BY c.id FOR NO KEY UPDATE`);
    const ids = some.map(({ id }) => id);
    if (into !== null) {
      await tx.query(Prisma.sql`
        INSERT INTO conversation_labels (conversation_id, label_id, last_message_period)
        SELECT conversation_id, ${into}::uuid, last_message_period FROM conversation_labels
        WHERE label_id = ${labelId}::uuid AND conversation_id = ANY (${ids}::uuid[])
        ON CONFLICT DO NOTHING`);
    }
    await tx.query(Prisma.sql`
      DELETE FROM conversation_labels WHERE label_id = ${labelId}::uuid AND conversation_id = ANY (${ids}::uuid[])`);
    // Waits for transactions that are adding this label to a conversation.
    const locked = await tx.query<{ id: string }>(Prisma.sql`
      SELECT l.id FROM labels l WHERE ${ownLabel(scope, labelId)} FOR UPDATE`);
    const entry = {
      scope,
      action: into === null ? "label.deleted" : "label.merged",
      targetId: labelId,
      data: into === null ? {} : { into },
    } as const;
    await tx.query(Prisma.sql`
      WITH deleted AS (
        DELETE FROM labels l WHERE ${ownLabel(scope, labelId)}
          AND NOT EXISTS (SELECT FROM conversation_labels WHERE label_id = ${labelId}::uuid) RETURNING l.id
      ) ${storeActivity(entry, Prisma.sql`deleted`)}`);
    const left = await tx.query(Prisma.sql`SELECT FROM labels WHERE id = ${labelId}::uuid`);
    // The caller lost access meanwhile, so no further try would get anywhere.
    if (left.length > 0 && locked.length === 0) throw new AppError("not_found");
    return left.length === 0;
  });

const publishLabels = ({ workspaceId }: OwnerScope, merged?: { from: string; into: string }) =>
  publishChange({ kind: "settings", workspaceId, about: "labels", ...(merged && { merged }) });
