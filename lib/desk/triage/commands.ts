import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { readTime } from "#platform/timestamp.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { inWorkspace } from "../../base/access/where.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import type { TriageBody } from "./schema.ts";
import {
  endSnooze,
  findAwake,
  findUnsettled,
  lockConversations,
  noteLabels,
  removeLabels,
  storeLabels,
  storeSettled,
  storeSnooze,
  storeStar,
} from "./statements.ts";

const LABELS_MAX = 10;

/**
 * Stars, labels and snoozes conversations, in this order. Returns what has changed. Throws `not_found`, or `conflict` if one would
 * have too many labels or can't be snoozed.
 */
export async function changeTriage(
  scope: OwnerScope,
  tx: Transaction,
  own: Prisma.Sql,
  { starred, labels, snooze }: TriageBody,
): Promise<ConversationRef[]> {
  const run = (statement: Prisma.Sql) => tx.query<ConversationRef>(statement);
  const changed = starred === undefined ? [] : await run(storeStar(own, starred));
  if (labels !== undefined) changed.push(...(await changeLabels(scope, tx, own, labels)));
  if (snooze === null) changed.push(...(await run(endSnooze(scope, own))));
  if (!snooze) return changed;
  const until = snooze.until === null ? null : readTime(snooze.until);
  changed.push(...(await run(storeSnooze(scope, own, until))));
  const awake = await tx.query(findAwake(own));
  if (awake.length > 0) throw new AppError("conflict", { detail: "Only open conversations can be snoozed." });
  return changed;
}

/**
 * Marks conversations as needing no reply, or takes that back. Returns the ones that changed. Throws `conflict` if a visitor
 * doesn't wait, or has written since the message that the caller saw last.
 */
export async function changeSettled(
  scope: OwnerScope,
  tx: Transaction,
  own: Prisma.Sql,
  { noReplyNeeded, seenSeq }: Pick<TriageBody, "noReplyNeeded"> & { seenSeq?: number | undefined },
): Promise<ConversationRef[]> {
  if (noReplyNeeded === undefined) return [];
  const rows = await tx.query<ConversationRef & { readSeq: number }>(storeSettled(scope, own, noReplyNeeded, seenSeq));
  if (noReplyNeeded && (await tx.query(findUnsettled(own))).length > 0)
    throw new AppError("conflict", { detail: "The visitor isn't waiting for a reply, or has sent another message." });
  tx.afterCommit(() => {
    for (const { readSeq: seq, ...place } of rows) publishChange({ kind: "read", by: "owner", seq, ...place });
  });
  return rows.map(({ readSeq, ...place }) => place);
}

async function changeLabels(
  scope: OwnerScope,
  tx: Transaction,
  own: Prisma.Sql,
  { add = [], remove = [] }: NonNullable<TriageBody["labels"]>,
): Promise<ConversationRef[]> {
  const find = async (statement: Prisma.Sql) => (await tx.query<{ id: string }>(statement)).map(({ id }) => id);
  const labelIds = [...new Set(add)];
  // The statements below see commits made while this one waited.
  const ids = await find(lockConversations(own));
  const known = await tx.label.count({ where: { ...inWorkspace(scope), id: { in: labelIds } } });
  if (ids.length === 0 || known < labelIds.length) throw new AppError("not_found");
  const removed = await find(removeLabels(ids, remove));
  const added = await find(storeLabels(ids, labelIds));
  const most = await tx.conversationLabel.groupBy({
    by: "conversationId",
    where: { conversationId: { in: added } },
    having: { labelId: { _count: { gt: LABELS_MAX } } },
  });
  if (most.length > 0)
    throw new AppError("conflict", {
      detail: `A conversation may have ${LABELS_MAX} labels. Remove one to add another.`,
    });
  const changed = [...removed, ...added];
  return changed.length === 0 ? [] : tx.query<ConversationRef>(noteLabels(own, changed));
}
