import { db } from "#platform/database/database.ts";
import { isMissingParent } from "#platform/database/database-failure.ts";

type ChatMessage = {
  channelId: string;
  messageId: number;
  conversationId: string;
  /** A stored reply's. */
  seq?: number | null;
  /** The last message that an alert shows. */
  alertSeq?: number | null;
};

/** Records what a message in a chat is about: an alert, or with its `seq` a stored reply. Once for each message. */
export async function noteChatMessage({
  channelId,
  messageId,
  conversationId,
  seq = null,
  alertSeq = null,
}: ChatMessage): Promise<void> {
  const about = { channelId, messageId, conversationId, seq, alertSeq };
  try {
    await db().telegramMessage.createMany({
      data: { ...about, marked: seq === null ? null : "stored", createdAt: new Date() },
      skipDuplicates: true,
    });
  } catch (error) {
    // The channel or the conversation was deleted meanwhile.
    if (!isMissingParent(error)) throw error;
  }
}
