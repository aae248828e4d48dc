import { query } from "#platform/database/database.ts";
import { isMissingParent } from "#platform/database/database-failure.ts";
import { Prisma } from "#prisma-client";

type ChatMessage = {
  channelId: string;
  messageId: number;
  conversationId: string;
  /** A stored reply's. */
  seq?: number;
  /** The last message that an alert shows. */
  alertSeq?: number;
};

/** Records what a message in a chat is about: an alert, or with its `seq` a stored reply. Once for each message. */
export async function noteChatMessage({
  channelId,
  messageId,
  conversationId,
  seq,
  alertSeq,
}: ChatMessage): Promise<void> {
  try {
    await query(Prisma.sql`
      INSERT INTO telegram_messages (channel_id, message_id, conversation_id, seq, alert_seq, marked, created_at)
      VALUES (${channelId}::uuid, ${messageId}::bigint, ${conversationId}::uuid, ${seq ?? null}::int, ${alertSeq ?? null}::int,
        CASE WHEN ${seq ?? null}::int IS NOT NULL THEN 'stored' END, now())
      ON CONFLICT DO NOTHING`);
  } catch (error) {
    // The channel or the conversation was deleted meanwhile.
    if (!isMissingParent(error)) throw error;
  }
}
