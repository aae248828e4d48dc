import type { Transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { wakeFileRemoval } from "../../files/files/stored-contents.system.ts";
import { senderOf } from "../messages/rules.ts";
import type { MessageParams } from "../messages/schema.ts";
import {
  emptyMessage,
  type FoundMessage,
  findMessage,
  findNewestLeft,
  isConversation,
  lockConversation,
  noteDeleted,
} from "./statements.ts";

/**
 * Deletes a message of either side for both. What was sent out before can't be taken back. Deleting it again changes nothing. Throws
 * `not_found`.
 */
export const deleteMessage = (scope: OwnerScope, place: MessageParams): Promise<void> => remove(scope, place);

/**
 * Takes back a visitor's own message that nobody of the team has read. Taking it back again changes nothing. Throws `not_found`, or
 * `already_read`.
 */
export const takeBackMessage = (scope: VisitorScope, place: MessageParams): Promise<void> =>
  remove(scope, place, ({ kind, isRead, isDeleted }) => {
    if (kind !== "visitor") throw new AppError("not_found");
    if (isRead && !isDeleted) throw new AppError("already_read");
  });

async function remove(
  scope: OwnerScope | VisitorScope,
  { conversationId, messageId }: MessageParams,
  check: (message: FoundMessage) => void = () => undefined,
): Promise<void> {
  const removeIn = async (tx: Transaction, own: Prisma.Sql): Promise<ConversationRef[]> => {
    await tx.query(lockConversation(own));
    const [message] = await tx.query<FoundMessage>(findMessage(own, messageId));
    if (!message) throw new AppError("not_found");
    check(message);
    if (message.isDeleted) return [];
    await tx.query(emptyMessage(own, messageId, senderOf(scope).id));
    const [left] = await tx.query<{ body: string }>(findNewestLeft(own));
    tx.afterCommit(wakeFileRemoval);
    return tx.query<ConversationRef>(noteDeleted(scope, own, { id: messageId, ...message, newestLeft: left?.body }));
  };
  await retryingConflicts(() => changeConversations(scope, isConversation(conversationId), removeIn));
}
