import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts, WriteConflict } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { prepareMessage, refuseFiles, type SentMessage } from "../messages/commands.ts";
import { findMessageByKey, hasConversation, type Message } from "../messages/queries.ts";
import type { NewMessage } from "../messages/rules.ts";
import type { RefusedAction, Seen } from "../messages/schema.ts";
import { refuseStale } from "../notes/stale.ts";
import { applyActions, sendReply } from "../replies/commands.ts";
import { NotReleased } from "../replies/queries.ts";
import { type ScheduledReply, withScheduledFiles } from "./files.system.ts";
import { findOwnScheduled, findScheduledByKey, findSent, hasMostWaiting } from "./queries.ts";
import type { ScheduleReplyBody } from "./schema.ts";
import {
  dismissRefused,
  endActing,
  findKey,
  rescheduleReply,
  type ScheduledRow,
  type SendTime,
  type StoredReply,
  storeScheduled,
  undoScheduled,
  WAITING_MAX,
} from "./statements.ts";

/** What became of a reply to be sent later. An earlier request with the same key may have stored it: then it may be sent by now. */
export type Scheduled = { replayed: boolean } & ({ reply: ScheduledReply } | { message: Message });

type Named = { conversationId: string; id: string };

const publish = ({ workspaceId, siteId, visitorId, conversationId }: ScheduledRow) =>
  publishChange({ kind: "scheduled", workspaceId, siteId, visitorId, conversationId });

/**
 * Stores a reply that's sent later, once for each key. Throws `not_found`, `stale_reply`, `idempotency_mismatch`, `file_not_found`,
 * `file_used`, or `conflict` if too many wait already, or if other writers got in the way every time.
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

const TOO_MANY = `At most ${WAITING_MAX} of your replies can wait in one conversation. Send or discard one first.`;

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
  if (await hasMostWaiting(scope, conversationId)) throw new AppError("conflict", { detail: TOO_MANY });
  // The key was in use, but what it was used for is gone since. Now it's free.
  throw new WriteConflict();
}

/**
 * Takes back a reply that isn't sent yet, and returns what was written, or dismisses the refused actions of a sent one. Throws
 * `not_found`, or `conflict` if it was sent already.
 */
export async function takeBackReply(scope: OwnerScope, named: Named): Promise<ScheduledReply> {
  return changed(scope, named, [undoScheduled(scope, named), dismissRefused(scope, named)]);
}

/** Changes when a reply is sent. Throws as `takeBackReply` does. */
export async function rescheduleOwnReply(scope: OwnerScope, named: Named, sendAt: string): Promise<ScheduledReply> {
  return changed(scope, named, [rescheduleReply(scope, named, sendAt)]);
}

// The first of these changes that finds it.
async function changed(scope: OwnerScope, named: Named, changes: Prisma.Sql[]): Promise<ScheduledReply> {
  const row = await retryingConflicts(
    () =>
      transaction(async (tx) => {
        for (const change of changes) {
          const [found] = await tx.query<ScheduledRow>(change);
          if (found) tx.afterCommit(() => publish(found));
          if (found) return found;
        }
        return undefined;
      }),
    "conflict",
  );
  const [reply] = row ? await withScheduledFiles([row]) : [];
  if (reply) return reply;
  if (await findSent(scope, named)) throw new AppError("conflict", { detail: "This reply has already been sent." });
  throw new AppError("not_found");
}

/**
 * Ends the row of a reply whose message is stored: its refused actions stay for the writer, and otherwise nothing does. If the
 * process ends before this, its actions are done again.
 */
export async function endActions(scope: OwnerScope, named: Named, refused: RefusedAction[]): Promise<void> {
  const ended = await retryingConflicts(
    () => transaction((tx) => tx.query<ScheduledRow>(endActing(scope, named, refused))),
    "conflict",
  );
  if (refused.length > 0) for (const row of ended) publish(row);
}

/** Does the actions of a reply whose message is stored, again after a process that ended before it had. Throws `not_found`. */
export async function doActions(scope: OwnerScope, named: Named, { actions }: StoredReply): Promise<void> {
  const message = await findSent(scope, named);
  if (!message) throw new AppError("not_found");
  const refused = actions ? await applyActions(scope, { ...message, replayed: true }, actions) : [];
  await endActions(scope, named, refused);
}

type SentNow = SentMessage & { refused: RefusedAction[] };

/**
 * Sends a reply now, whatever was written meanwhile. One that has been sent already is returned. Throws `not_found`, or what
 * `sendReply` throws.
 */
export async function sendScheduledNow(scope: OwnerScope, named: Named): Promise<SentNow> {
  const { conversationId, id } = named;
  const row = await findOwnScheduled(scope, named);
  if (row) {
    try {
      const sent = await sendReply(scope, conversationId, row.reply, { idempotencyKey: row.key, release: { id } });
      if (row.reply.actions) await endActions(scope, named, sent.refused);
      return sent;
    } catch (error) {
      // It was sent or taken back in this moment.
      if (!(error instanceof NotReleased)) throw error;
    }
  }
  const message = await findSent(scope, named);
  if (!message) throw new AppError("not_found");
  return { ...message, replayed: true, refused: [] };
}
