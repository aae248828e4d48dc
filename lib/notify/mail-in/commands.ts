import type { Readable } from "node:stream";
import { db, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { onSites } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { openRaw } from "./open-raw.ts";

type MessageRef = { conversationId: string; messageId: string };

const ofMessage = (scope: OwnerScope, { conversationId, messageId }: MessageRef) => ({
  messageId,
  message: { conversation: { id: conversationId, ...onSites(scope) } },
});

/** Whether a visitor sent the email that a message came by. */
export async function isVisitorsEmail(scope: OwnerScope, message: MessageRef): Promise<boolean> {
  const { message: where, ...its } = ofMessage(scope, message);
  return (await db().messageMail.count({ where: { ...its, message: { ...where, senderType: "visitor" } } })) > 0;
}

/**
 * Opens the email that a message came by, as it came, and logs that. The caller reads the stream to its end or destroys it. Throws
 * `not_found`, also for a teammate's email, or `link_gone` once it's removed.
 */
export async function openOriginal(scope: OwnerScope, message: MessageRef): Promise<Readable> {
  const { conversationId } = message;
  // A person's email may quote what no one else was meant to read.
  const readable = { OR: [{ message: { senderType: "visitor" } }, { message: { senderId: scope.userId } }] };
  const found = await db().messageMail.findFirst({
    where: { AND: [ofMessage(scope, message), readable] },
    select: {
      message: { select: { conversation: { select: { siteId: true } } } },
      received: { select: { rawUntil: true, raw: { select: { storageKey: true } } } },
    },
  });
  if (!found) throw new AppError("not_found");
  const { received } = found;
  const isOver = received !== null && received.rawUntil < new Date();
  const stream = await openRaw(isOver ? null : (received?.raw?.storageKey ?? null));
  const { siteId } = found.message.conversation;
  try {
    await transaction((tx) =>
      tx.query(storeActivity({ scope, action: "message.original_opened", siteId, conversationId })),
    );
    return stream;
  } catch (error) {
    stream.destroy();
    throw error;
  }
}
