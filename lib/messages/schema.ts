import { z } from "zod";
import { wholeNumber } from "#platform/query-parameter.ts";
import { longText } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { VisitorDetails } from "../visitors/schema.ts";
import { MESSAGE_MAX } from "./message-length.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 50;
const SEQ_MAX = 2_147_483_647;

/** The text of a message (spec.md section 8). */
export const messageText = longText(MESSAGE_MAX);

/** spec.md section 4.2. */
export const SendVisitorMessageBody = VisitorDetails.extend({ message: messageText }).meta({
  examples: [{ message: "In size 40, please." }],
});
export type SendVisitorMessageBody = z.infer<typeof SendVisitorMessageBody>;

/** A message without anything about its sender (spec.md section 4.6). */
export const MessageBody = z.object({ message: messageText });

const position = z.int("must be a whole number").min(0).max(SEQ_MAX);

/** The last note of a conversation that its writer saw. */
export const seenNote = position
  .exactOptional()
  .describe("The `seq` of the last note you saw, or 0. If a teammate added one since, you get `stale_reply`.");

/** How far into a conversation its writer saw. What isn't given isn't compared. */
export const SeenFields = {
  seenSeq: position
    .exactOptional()
    .describe("The `seq` of the last message you saw. If a teammate replied since, you get `stale_reply`."),
  seenNote,
};
export type Seen = { seenSeq?: number | undefined; seenNote?: number | undefined };

export const ReplyBody = MessageBody.extend({
  close: z.literal(true, "must be true").exactOptional().describe("Closes the conversation with this reply."),
  ...SeenFields,
});
export type ReplyBody = z.infer<typeof ReplyBody>;

export const ListMessagesQuery = z
  .object({
    after: wholeNumber(0, SEQ_MAX).exactOptional().describe("Messages with a higher `seq`."),
    before: wholeNumber(0, SEQ_MAX)
      .exactOptional()
      .describe("Messages with a lower `seq`. Can't be combined with `after`."),
    limit: wholeNumber(1, LIMIT_MAX).default(LIMIT_DEFAULT),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    path: ["before"],
    error: "must not be sent together with after",
  });
export type ListMessagesQuery = z.infer<typeof ListMessagesQuery>;

/** spec.md section 2.2 with contract.md section 7. */
export const MessageJson = z
  .strictObject({
    id: z.uuid(),
    conversationId: z.uuid(),
    senderType: z.enum(["visitor", "owner"]),
    body: z.string(),
    createdAt: dateTime,
    senderId: z.string(),
    senderName: z
      .string()
      .exactOptional()
      .describe(
        "Who replied, in workspaces that several people have been in. For visitors, only if the site shows a person's name. Absent: the site's name, or for the team a former teammate.",
      ),
    seq: z
      .int()
      .describe("1, 2, 3 … in its conversation, without gaps. It's the order of messages; `createdAt` isn't."),
  })
  .meta({ id: "Message" });
export type MessageJson = z.infer<typeof MessageJson>;

export const MessageResponse = z.strictObject({ message: MessageJson });
export const MessageListResponse = z.strictObject({ messages: z.array(MessageJson), hasMore: z.boolean() });
