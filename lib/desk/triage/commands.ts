import { db, query, transaction } from "#platform/database/database.ts";
import { isMissingParent, retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { readTime } from "#platform/timestamp.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { inWorkspace, onSites } from "../../base/access/where.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import type { TriageBody } from "./schema.ts";
import { endSnooze, lockConversation, noteLabels, storeLabels, storeSnooze, storeStar } from "./statements.ts";

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
  publish(await retryingConflicts(() => query<ConversationRef>(storeStar(scope, conversationId, starred))));
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
    const own = await tx.query<{ id: string }>(lockConversation(scope, conversationId));
    const known = await tx.label.count({ where: { ...inWorkspace(scope), id: { in: add } } });
    if (own.length === 0 || known < add.length) throw new AppError("not_found");
    const removed = await tx.conversationLabel.deleteMany({ where: { conversationId, labelId: { in: remove } } });
    const added = await tx.query<{ id: string }>(storeLabels(conversationId, add));
    if (removed.count + added.length === 0) return [];
    const all = await tx.conversationLabel.findMany({
      where: { conversationId },
      select: { labelId: true },
      orderBy: { labelId: "asc" },
    });
    if (added.length > 0 && all.length > LABELS_MAX)
      throw new AppError("conflict", {
        detail: `A conversation may have ${LABELS_MAX} labels. Remove one to add another.`,
      });
    const labelIds = all.map(({ labelId }) => labelId);
    return tx.query<ConversationRef>(noteLabels(scope, conversationId, labelIds));
  });

async function sleep(scope: OwnerScope, conversationId: string, until: string | null): Promise<void> {
  const time = until === null ? null : readTime(until);
  const changed = await retryingConflicts(() => query<ConversationRef>(storeSnooze(scope, conversationId, time)));
  publish(changed);
  if (changed.length > 0) return;
  const row = await db().conversation.findFirst({
    where: { AND: [{ id: conversationId }, onSites(scope)] },
    select: { snoozedAt: true },
  });
  if (!row) throw new AppError("not_found");
  if (row.snoozedAt === null) throw new AppError("conflict", { detail: "Only open conversations can be snoozed." });
}

async function wake(scope: OwnerScope, conversationId: string): Promise<void> {
  publish(await retryingConflicts(() => query<ConversationRef>(endSnooze(scope, conversationId))));
}

function publish(changed: ConversationRef[]): void {
  for (const place of changed) publishChange({ kind: "conversation", ...place });
  if (changed.length > 0) wakeJobs("webhook");
}
