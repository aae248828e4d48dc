import { isoTime } from "#platform/timestamp.ts";
import { pictureUrl } from "../../files/pictures/picture-url.ts";
import type { NotePage } from "./queries.ts";
import type { NoteJson } from "./schema.ts";
import type { NoteRow } from "./statements.ts";

export function toNoteJson(row: NoteRow): NoteJson {
  return {
    id: row.id,
    conversationId: row.conversationId,
    seq: row.seq,
    authorId: row.authorId,
    ...(row.authorName !== null && { authorName: row.authorName }),
    ...(row.authorPhoto !== null && { authorPhotoUrl: pictureUrl(row.authorPhoto) }),
    body: row.body,
    mentions: row.mentions,
    createdAt: isoTime(row.createdAt),
  };
}

export const toNotePageJson = ({ notes, hasMore }: NotePage) => ({ notes: notes.map(toNoteJson), hasMore });
