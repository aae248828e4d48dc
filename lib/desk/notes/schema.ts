import { z } from "zod";
import { wholeNumber } from "#platform/query-parameter.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { photoUrl } from "../../files/pictures/schema.ts";
import { messageText, seenNote } from "../messages/schema.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 50;
const SEQ_MAX = 2_147_483_647;
const MENTIONS_MAX = 20;

export const AddNoteBody = z
  .object({
    note: messageText,
    mentions: z
      .array(uuid)
      .max(MENTIONS_MAX, `must be at most ${MENTIONS_MAX}`)
      .exactOptional()
      .describe("The ids of teammates with access to the conversation. It becomes unread for them."),
    seenNote,
  })
  .meta({ examples: [{ note: "She ordered twice by mistake. Refund the second one.", seenNote: 0 }] });
export type AddNoteBody = z.infer<typeof AddNoteBody>;

export const ListNotesQuery = z
  .object({
    after: wholeNumber(0, SEQ_MAX).exactOptional().describe("Notes with a higher `seq`."),
    before: wholeNumber(0, SEQ_MAX)
      .exactOptional()
      .describe("Notes with a lower `seq`. Can't be combined with `after`."),
    limit: wholeNumber(1, LIMIT_MAX).default(LIMIT_DEFAULT),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    path: ["before"],
    error: "must not be sent together with after",
  });
export type ListNotesQuery = z.infer<typeof ListNotesQuery>;

/** A note that only the team sees. */
export const NoteJson = z
  .strictObject({
    id: z.uuid(),
    conversationId: z.uuid(),
    seq: z.int().describe("1, 2, 3 … in its conversation, without gaps. Messages are counted on their own."),
    authorId: z.uuid(),
    authorName: z.string().exactOptional().describe("Absent if the author's account was deleted."),
    authorPhotoUrl: photoUrl,
    body: z.string(),
    mentions: z.array(z.uuid()).describe("The teammates it mentions."),
    createdAt: dateTime,
  })
  .meta({ id: "Note" });
export type NoteJson = z.infer<typeof NoteJson>;

export const NoteResponse = z.strictObject({ note: NoteJson });
export const NoteListResponse = z.strictObject({ notes: z.array(NoteJson), hasMore: z.boolean() });
