import { query, transaction } from "#platform/database/database.ts";
import { isMissingParent, retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { readTime } from "#platform/timestamp.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation, ownRows } from "../../base/access/statements.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { changedBy, NEXT_VERSION } from "../../base/changes/statements.ts";
import type { TriageBody } from "./schema.ts";
import { changeAndNotify, NOT_SNOOZED } from "./statements.ts";

const LABELS_MAX = 10;

/**
 * Stars, labels and snoozes a conversation, in this order. Without a change nothing happens. Throws `not_found`, or
 * `conflict` if it would have too many labels or can't be snoozed.
 */
export async function changeTriage(
  scope: OwnerScope,
  conversationId: string,
  { starred, labels, snooze }: TriageBody,
): Promise<void> {
  if (starred !== undefined) await star(scope, conversationId, starred);
  if (labels !== undefined) await label(scope, conversationId, labels);
  if (snooze === null) await wake(scope, conversationId);
  else if (snooze !== undefined) await sleep(scope, conversationId, snooze.until);
}

async function star(scope: OwnerScope, conversationId: string, starred: boolean): Promise<void> {
  const change = Prisma.sql`
    UPDATE conversations c SET is_starred = ${starred}, ${NEXT_VERSION}
    WHERE ${ownConversation(scope, conversationId)} AND c.is_starred <> ${starred}`;
  const data = Prisma.sql`jsonb_build_object('starred', c.is_starred)`;
  publish(await retryingConflicts(() => query(changeAndNotify(change, "conversation.starred", data))));
}

async function label(
  scope: OwnerScope,
  conversationId: string,
  { add = [], remove = [] }: NonNullable<TriageBody["labels"]>,
): Promise<void> {
  const ids = [...new Set(add)];
  try {
    publish(await retryingConflicts(() => changeLabels(scope, conversationId, ids, remove)));
  } catch (error) {
    // A label was deleted meanwhile.
    throw isMissingParent(error) ? new AppError("not_found") : error;
  }
}

const changeLabels = (scope: OwnerScope, conversationId: string, add: string[], remove: string[]) =>
  transaction(async (tx) => {
    // The statements below see commits made while this one waited.
    const own = await tx.query(Prisma.sql`
      SELECT c.id FROM conversations c WHERE ${ownConversation(scope, conversationId)} FOR NO KEY UPDATE`);
    const known = await tx.query(Prisma.sql`
      SELECT l.id FROM labels l WHERE ${ownRows(scope, Prisma.sql`l`)} AND l.id = ANY (${add}::uuid[])`);
    if (own.length === 0 || known.length < add.length) throw new AppError("not_found");
    const removed = await tx.query(Prisma.sql`
      DELETE FROM conversation_labels
      WHERE conversation_id = ${conversationId}::uuid AND label_id = ANY (${remove}::uuid[])
      RETURNING label_id`);
    const added = await tx.query(Prisma.sql`
      INSERT INTO conversation_labels (conversation_id, label_id, last_message_period)
      SELECT c.id, label_id, coalesce(c.last_message_period, period_of(greatest(c.last_message_at, c.woken_at)))
      FROM conversations c, unnest(${add}::uuid[]) AS label_id WHERE c.id = ${conversationId}::uuid
      ON CONFLICT DO NOTHING
      RETURNING label_id`);
    if (removed.length + added.length === 0) return [];
    const all = await tx.query<{ id: string }>(Prisma.sql`
      SELECT label_id AS id FROM conversation_labels WHERE conversation_id = ${conversationId}::uuid ORDER BY label_id`);
    if (added.length > 0 && all.length > LABELS_MAX)
      throw new AppError("conflict", {
        detail: `A conversation may have ${LABELS_MAX} labels. Remove one to add another.`,
      });
    const change = Prisma.sql`
      UPDATE conversations c SET has_labels = true, ${NEXT_VERSION} WHERE ${ownConversation(scope, conversationId)}`;
    const data = Prisma.sql`jsonb_build_object('labelIds', ${all.map(({ id }) => id)}::text[])`;
    return tx.query<ConversationRef>(changeAndNotify(change, "conversation.labeled", data));
  });

async function sleep(scope: OwnerScope, conversationId: string, until: string | null): Promise<void> {
  const time = until === null ? null : readTime(until);
  const change = Prisma.sql`
    UPDATE conversations c SET snoozed_at = clock_timestamp(), snoozed_until = ${time}, woken_at = NULL, woken_by = NULL,
      turn_ends_at = NULL, ${changedBy(scope)}, ${NEXT_VERSION}
    WHERE ${ownConversation(scope, conversationId)} AND c.status = 'open' AND NOT c.is_spam
      AND (c.snoozed_at IS NULL OR c.snoozed_until IS DISTINCT FROM ${time})`;
  const data = Prisma.sql`${JSON.stringify(time === null ? {} : { snoozedUntil: time.toISOString() })}`;
  const changed = await retryingConflicts(() =>
    query<ConversationRef>(changeAndNotify(change, "conversation.snoozed", data)),
  );
  publish(changed);
  if (changed.length > 0) return;
  const [row] = await query<{ isSnoozed: boolean }>(Prisma.sql`
    SELECT c.snoozed_at IS NOT NULL AS "isSnoozed" FROM conversations c WHERE ${ownConversation(scope, conversationId)}`);
  if (!row) throw new AppError("not_found");
  if (!row.isSnoozed) throw new AppError("conflict", { detail: "Only open conversations can be snoozed." });
}

async function wake(scope: OwnerScope, conversationId: string): Promise<void> {
  const change = Prisma.sql`
    UPDATE conversations c SET ${NOT_SNOOZED}, ${changedBy(scope)}, ${NEXT_VERSION}
    WHERE ${ownConversation(scope, conversationId)} AND c.snoozed_at IS NOT NULL`;
  const data = Prisma.sql`'{"by": "owner"}'`;
  publish(await retryingConflicts(() => query(changeAndNotify(change, "conversation.woken", data))));
}

function publish(changed: ConversationRef[]): void {
  for (const place of changed) publishChange({ kind: "conversation", ...place });
  if (changed.length > 0) wakeJobs("webhook");
}
