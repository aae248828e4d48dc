import { isoTime } from "#platform/timestamp.ts";
import type { MessagePage, MessageRow } from "./queries.ts";
import type { MessageJson } from "./schema.ts";

export function toMessageJson(row: MessageRow): MessageJson {
  return {
    id: row.id,
    conversationId: row.conversationId,
    senderType: row.senderType === "owner" ? "owner" : "visitor",
    body: row.body,
    createdAt: isoTime(row.createdAt),
    senderId: row.senderId,
    ...(row.senderName !== null && { senderName: row.senderName }),
    seq: row.seq,
  };
}

export const toMessagePageJson = ({ messages, hasMore }: MessagePage) => ({
  messages: messages.map(toMessageJson),
  hasMore,
});
