import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts, WriteConflict } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { prepareMessage, refuseFiles, type SentMessage } from "../messages/commands.ts";
import { findMessageByKey, hasConversation, type Message } from "../messages/queries.ts";
import type { NewMessage } from "../messages/rules.ts";
import type { Seen } from "../messages/schema.ts";
import { refuseStale } from "../notes/stale.ts";
import { sendReply } from "../replies/commands.ts";
import { NotReleased } from "../replies/queries.ts";
import { type ScheduledReply, withScheduledFiles } from "./files.system.ts";
import { findOwnScheduled, findScheduledByKey, findSent } from "./queries.ts";
import type { ScheduleReplyBody } from "./schema.ts";
import {
  findKey,
  rescheduleReply,
  type ScheduledRow,
  type SendTime,
  type StoredReply,
  storeScheduled,
  undoScheduled,
} from "./statements.ts";

/** What became of a reply to be sent later. An earlier request with the same key may have stored it: then it may be sent by now. */
export type Scheduled = { replayed: boolean } & ({ reply: ScheduledReply } | { message: Message });

type Named = { conversationId: string; id: string };

const publish = ({ workspaceId, siteId, visitorId, conversationId }: ScheduledRow) =>
  publishChange({ kind: "scheduled", workspaceId, siteId, visitorId, conversationId });

/**
 * Stores a reply that's sent later, once for each key. Throws `not_found`, `stale_reply`, `idempotency_mismatch`, `file_not_found`,
 * `file_used`, or `conflict` if other writers got in the way every time.
 */
export async function scheduleReply(
  scope: OwnerScope,
  conversationId: string,
  { holdSeconds, sendAt, seenSeq, seenNote, ...reply }: ScheduleReplyBody,
  key: string | null,
): Promise<Scheduled> {
  const { message: text, files } = reply;
  const message = await prepareMessage(scope, { message: text, files }, { key, conversationId });
  const scheduling = { message, reply, seen: { seenSeq, seenNote }, time: { holdSeconds, sendAt } };
  return retryingConflicts(async () => {
    const row = await transaction((tx) => tryToSchedule(scope, tx, { conversationId, ...scheduling }));
    if (!row) return explainNothingScheduled(scope, { conversationId, ...scheduling });
    const [stored] = await withScheduledFiles([row]);
    if (!stored) throw new WriteConflict();
    return { reply: stored, replayed: false };
  }, "conflict");
}

type Scheduling = { conversationId: string; message: NewMessage; reply: StoredReply; seen: Seen; time: SendTime };

async function tryToSchedule(
  scope: OwnerScope,
  tx: Transaction,
  { conversationId, ...scheduling }: Scheduling,
): Promise<ScheduledRow | undefined> {
  const { key, fileIds, files } = scheduling.message;
  if (files.length < fileIds.length) return undefined;
  const [row] = await tx.query<ScheduledRow>(storeScheduled(scope, conversationId, scheduling));
  if (!row) return undefined;
  // While this waited for the key, the reply that had it may have been sent. A new statement sees its message.
  const sent = key === null ? [] : await tx.query(findKey(scope, key));
  if (sent.length > 0) throw new WriteConflict();
  tx.afterCommit(() => publish(row));
  return row;
}

async function explainNothingScheduled(
  scope: OwnerScope,
  { conversationId, message, reply, seen }: Scheduling,
): Promise<Scheduled> {
  const { key, body, fileIds } = message;
  if (!(await hasConversation(scope, conversationId))) throw new AppError("not_found");
  const isSame = (known: { conversationId: string; text: string | undefined; files: readonly string[] }) =>
    known.conversationId === conversationId && known.text === body && known.files.join() === fileIds.join();
  const known = key === null ? undefined : await findScheduledByKey(scope, key);
  if (known) {
    const text = known.reply.message ?? (reply.message === undefined ? body : undefined);
    if (!isSame({ ...known, text, files: known.fileIds })) throw new AppError("idempotency_mismatch");
    const [stored] = await withScheduledFiles([known]);
    if (stored) return { reply: stored, replayed: true };
  }
  const sent = key === null ? null : await findMessageByKey(scope, key);
  if (sent) {
    if (!isSame({ ...sent, text: sent.body, files: sent.files.map(({ id }) => id) }))
      throw new AppError("idempotency_mismatch");
    return { message: sent, replayed: true };
  }
  await refuseStale(scope, conversationId, seen);
  await refuseFiles(scope, message, conversationId);
  // The key was in use, but what it was used for is gone since. Now it's free.
  throw new WriteConflict();
}

/**
 * Takes back a reply that isn't sent yet, and returns what was written. Throws `not_found`, or `conflict` if it was sent already.
 */
export async function takeBackReply(scope: OwnerScope, named: Named): Promise<ScheduledReply> {
  return changed(scope, named, undoScheduled(scope, named));
}

/** Changes when a reply is sent. Throws as `takeBackReply` does. */
export async function rescheduleOwnReply(scope: OwnerScope, named: Named, sendAt: string): Promise<ScheduledReply> {
  return changed(scope, named, rescheduleReply(scope, named, sendAt));
}

async function changed(scope: OwnerScope, named: Named, change: Prisma.Sql): Promise<ScheduledReply> {
  const row = await retryingConflicts(
    () =>
      transaction(async (tx) => {
        const [found] = await tx.query<ScheduledRow>(change);
        if (found) tx.afterCommit(() => publish(found));
        return found;
      }),
    "conflict",
  );
  const [reply] = row ? await withScheduledFiles([row]) : [];
  if (reply) return reply;
  if (await findSent(scope, named)) throw new AppError("conflict", { detail: "This reply has already been sent." });
  throw new AppError("not_found");
}

/**
 * Sends a reply now, whatever was written meanwhile. One that has been sent already is returned. Throws `not_found`, or what
 * `sendReply` throws.
 */
export async function sendScheduledNow(scope: OwnerScope, named: Named): Promise<SentMessage> {
  const { conversationId, id } = named;
  const row = await findOwnScheduled(scope, named);
  if (row) {
    try {
      return await sendReply(scope, conversationId, row.reply, { idempotencyKey: row.key, release: { id } });
    } catch (error) {
      // It was sent or taken back in this moment.
      if (!(error instanceof NotReleased)) throw error;
    }
  }
  const message = await findSent(scope, named);
  if (!message) throw new AppError("not_found");
  return { ...message, replayed: true };
}
