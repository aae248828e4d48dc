import { isoTime } from "#platform/timestamp.ts";
import { toFileJson } from "../../files/files/json.ts";
import type { Viewer } from "../../files/files/links.ts";
import { pictureUrl } from "../../files/pictures/picture-url.ts";
import { KINDS } from "./kinds.ts";
import type { MessageMail } from "./mail-statements.ts";
import type { Message, MessagePage } from "./queries.ts";
import type { MessageJson } from "./schema.ts";

/** Builds a message's public shape. Links to its files depend on who opens them. */
export function toMessageJson(row: Message, viewer: Viewer): MessageJson {
  return {
    id: row.id,
    conversationId: row.conversationId,
    senderType: KINDS[row.senderType].side,
    body: row.body,
    createdAt: isoTime(row.createdAt),
    senderId: row.senderId,
    ...(row.senderType === "automatic" && { automatic: true as const }),
    ...(row.senderName !== null && { senderName: row.senderName }),
    ...(row.senderPhoto !== null && { senderPhotoUrl: pictureUrl(row.senderPhoto) }),
    seq: row.seq,
    ...(row.files.length > 0 && { files: row.files.map((file) => toFileJson(file, viewer)) }),
    ...(row.cameBy === "email" && { via: "email" as const }),
    ...(row.mail && viewer.kind === "member" && { mail: toMailJson(row.mail) }),
    ...(row.deletedAt !== null && { deleted: true as const, ...(viewer.kind === "member" && deletionOf(row)) }),
  };
}

const deletionOf = ({ deletedAt, deletedBy, deletedByName }: Message) => ({
  ...(deletedAt !== null && { deletedAt: isoTime(deletedAt) }),
  ...(deletedBy !== null && { deletedBy }),
  ...(deletedByName !== null && { deletedByName }),
});

const toMailJson = ({
  from,
  subject,
  belief,
  believedBy,
  rest,
  quoted,
  signature,
  cut,
  leftOut,
  originalUntil,
}: MessageMail) => ({
  ...(from !== null && { from }),
  ...(subject !== null && { subject }),
  belief,
  ...(believedBy !== null && { believedBy }),
  ...(rest !== null && { rest }),
  ...(quoted !== null && { quoted }),
  ...(signature !== null && { signature }),
  ...(cut.length > 0 && { cut }),
  ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
  ...(originalUntil !== null && { originalUntil: isoTime(originalUntil) }),
});

export const toMessagePageJson = ({ messages, hasMore, deletedCount }: MessagePage, viewer: Viewer) => ({
  messages: messages.map((message) => toMessageJson(message, viewer)),
  hasMore,
  ...(deletedCount !== null && { deletedCount }),
});
