import { isoTime } from "#platform/timestamp.ts";
import { toUploadedFileJson } from "../../files/files/json.ts";
import { namesOf } from "../messages/file-names.ts";
import type { Message } from "../messages/queries.ts";
import type { ScheduledReply } from "./files.system.ts";
import type { ScheduledReplyJson } from "./schema.ts";

export function toScheduledReplyJson(row: ScheduledReply): ScheduledReplyJson {
  const { reply, files } = row;
  return {
    id: row.id,
    conversationId: row.conversationId,
    userId: row.userId,
    ...(row.userName !== null && { userName: row.userName }),
    body: reply.message ?? namesOf(files),
    ...(files.length > 0 && { files: files.map(toUploadedFileJson) }),
    ...(reply.close && { close: true as const }),
    ...(reply.actions && { actions: reply.actions }),
    createdAt: isoTime(row.createdAt),
    sendAt: isoTime(row.sendAt),
    state: row.state === "acting" ? "sent" : row.state,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.refused !== null && { refused: row.refused }),
  };
}

/** What a scheduled reply is called once it's a message. */
export const toSentJson = (message: Message): ScheduledReplyJson => ({
  id: message.id,
  conversationId: message.conversationId,
  userId: message.senderId,
  ...(message.senderName !== null && { userName: message.senderName }),
  body: message.body,
  ...(message.files.length > 0 && { files: message.files.map(toUploadedFileJson) }),
  createdAt: isoTime(message.createdAt),
  sendAt: isoTime(message.createdAt),
  state: "sent",
});
