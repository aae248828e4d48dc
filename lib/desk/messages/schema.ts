import { z } from "zod";
import { wholeNumber } from "#platform/query-parameter.ts";
import { longText } from "#platform/text.ts";
import { timeZoneName } from "#platform/time-zone.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { FILES_MAX_COUNT } from "../../files/files/file-count.ts";
import { FileJson } from "../../files/files/schema.ts";
import { photoUrl } from "../../files/pictures/schema.ts";
import { SNOOZE_TIMES } from "../triage/snooze-times.ts";
import { VisitorDetails } from "../visitors/schema.ts";
import { MESSAGE_MAX } from "./message-length.ts";
import type { MessageContent } from "./rules.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 50;
const SEQ_MAX = 2_147_483_647;

export const MessageParams = z.object({ conversationId: uuid, messageId: uuid });
export type MessageParams = z.infer<typeof MessageParams>;

/** The text of a message (spec.md section 8). */
export const messageText = longText(MESSAGE_MAX);

const fileIds = z
  .array(uuid)
  .min(1, "must have an id")
  .max(FILES_MAX_COUNT, `must be at most ${FILES_MAX_COUNT} files`)
  .refine((ids) => new Set(ids).size === ids.length, "must not contain a file twice")
  .meta({ uniqueItems: true });

/** A message's text, its files, or both. */
export const ContentFields = {
  message: messageText.exactOptional().describe("Optional if there are `files`. Defaults to their names."),
  files: fileIds
    .exactOptional()
    .describe("The ids of files you've uploaded for this site, in the order to show them. Each can be sent once."),
};

/** Requires a text unless there are files. */
export const hasContent = ({ message, files }: MessageContent): boolean => message !== undefined || files !== undefined;
export const NO_CONTENT = { path: ["message"], error: "must be text, unless there are files" };

/** spec.md section 4.2. */
export const SendVisitorMessageBody = VisitorDetails.extend(ContentFields)
  .refine(hasContent, NO_CONTENT)
  .meta({ examples: [{ message: "In size 40, please." }] });
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

const LABELS_MAX = 10;

/** The ids of labels that are added together. */
export const addedLabels = z
  .array(uuid)
  .min(1, "must have an id")
  .max(LABELS_MAX, `must be at most ${LABELS_MAX} labels`)
  .refine((ids) => new Set(ids).size === ids.length, "must not contain a label twice")
  .meta({ uniqueItems: true });

/** When a conversation that's snoozed with a reply wakes. */
export const SnoozeAfter = z.enum([...SNOOZE_TIMES, "reply"], "must be later, tomorrow, monday, week or reply");

/** What else happens to the conversation once a reply is stored. */
export const ReplyActions = z.object({
  labels: addedLabels.exactOptional().describe("The ids of labels to add."),
  assignee: uuid
    .nullable()
    .exactOptional()
    .describe("Assigns the conversation to a member with access to its site, or with null to no one."),
  snooze: z
    .object({ time: SnoozeAfter, timeZone: timeZoneName })
    .exactOptional()
    .describe(
      "Snoozes the conversation: for three hours, up to the full hour (`later`), until 9:00 of the next day, of Monday or in a `week`, by the clock of this time zone, or until the visitor's `reply`. Counted from the moment the reply is sent. Can't be combined with `close`.",
    ),
});
export type ReplyActions = z.infer<typeof ReplyActions>;

export const ReplyBody = z
  .object({
    ...ContentFields,
    close: z.literal(true, "must be true").exactOptional().describe("Closes the conversation with this reply."),
    actions: ReplyActions.exactOptional().describe(
      "What else happens once the reply is stored. It's sent even if one of these is refused: the response says which.",
    ),
    ...SeenFields,
  })
  .refine(hasContent, NO_CONTENT)
  .refine(({ close, actions }) => !(close && actions?.snooze), {
    path: ["actions", "snooze"],
    error: "can't be combined with close",
  })
  .meta({ examples: [{ message: "Yes, in both sizes." }] });
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

/** How far a visitor's email is believed. */
export const VISITOR_BELIEFS = ["confirmed", "claimed", "other"] as const;
export type VisitorBelief = (typeof VISITOR_BELIEFS)[number];

/** Why a person's email is believed to be theirs. Any other isn't sent. */
export const PERSON_BELIEFS = ["dkim", "results", "spf", "click"] as const;
export type PersonBelief = (typeof PERSON_BELIEFS)[number];
export type MailBelief = VisitorBelief | PersonBelief;

const LEFT_REASONS = [
  "kind",
  "size",
  "count",
  "limit",
  "quota",
  "rejected",
  "quoted",
  "signature",
  "mail",
  "unreadable",
] as const;
const LeftOut = z.strictObject({ name: z.string(), size: z.int(), reason: z.enum(LEFT_REASONS) });
export type LeftOut = z.infer<typeof LeftOut>;

/** What an email may have besides a message's text. */
export const MAIL_TEXTS = ["rest", "quoted", "signature"] as const;
export type MailText = (typeof MAIL_TEXTS)[number];

/** What the team sees of a message that came by email. */
export const MessageMailJson = z
  .strictObject({
    from: z.string().exactOptional().describe("The address that it names as its sender."),
    subject: z.string().exactOptional(),
    belief: z
      .enum([...VISITOR_BELIEFS, ...PERSON_BELIEFS])
      .describe(
        "Of a visitor's, whether `from` is their address: `confirmed` if it's also proven, `claimed` if anyone could have written it, `other` if it's another one. Of a teammate's, how it was proven to be theirs: by a signature (`dkim`), by what a trusted mail server reports (`results`), by the server that sent it (`spf`), or because they confirmed it with a link (`click`).",
      ),
    believedBy: z.string().exactOptional().describe("The domain that proves a teammate's email."),
    rest: z
      .string()
      .exactOptional()
      .describe("What comes after the first 4,000 characters, which are the `body`, at most 20,000 characters."),
    quoted: z.string().exactOptional().describe("The quoted emails below it, at most 20,000 characters."),
    signature: z.string().exactOptional().describe("At most 20,000 characters."),
    cut: z
      .array(z.enum(MAIL_TEXTS))
      .exactOptional()
      .describe(
        "Which of `rest`, `quoted` and `signature` are longer than what's here. The file `message.txt` has a longer message whole, and the original has all.",
      ),
    leftOut: z.array(LeftOut).exactOptional().describe("Files that didn't become the message's, and why."),
    originalUntil: dateTime
      .exactOptional()
      .describe("Until when the original can be downloaded. Absent once it's removed."),
  })
  .meta({ id: "MessageMail" });
export type MessageMailJson = z.infer<typeof MessageMailJson>;

/** spec.md section 2.2 with contract.md section 7. */
export const MessageJson = z
  .strictObject({
    id: z.uuid(),
    conversationId: z.uuid(),
    senderType: z.enum(["visitor", "owner"]),
    body: z.string().describe("Empty if the message was deleted."),
    createdAt: dateTime,
    senderId: z.string().describe("The visitor's id, or the user's. Of an automatic message, the site's."),
    automatic: z
      .literal(true)
      .exactOptional()
      .describe("No one wrote it: the site sent it, like the text that says no one is there. `senderType` is `owner`."),
    senderName: z
      .string()
      .exactOptional()
      .describe(
        "Who replied, in workspaces that several people have been in. For visitors, only if the site shows a person's name. Absent: the site's name, or for the team a former teammate.",
      ),
    senderPhotoUrl: photoUrl.describe(
      "The replying person's photo, if they have one. Shown under the same conditions as `senderName`.",
    ),
    seq: z
      .int()
      .describe("1, 2, 3 … in its conversation, without gaps. It's the order of messages; `createdAt` isn't."),
    files: z
      .array(FileJson)
      .exactOptional()
      .describe(
        "In the order they were named. If the message has no text of its own, `body` is their names, one per line.",
      ),
    via: z.literal("email").exactOptional().describe("Set if it came by email, and not through the widget or the API."),
    mail: MessageMailJson.exactOptional().describe("Only for the team, of a message that came by email."),
    deleted: z
      .literal(true)
      .exactOptional()
      .describe("It was deleted, and its text and files are gone. It keeps its `seq`. Don't show it to the visitor."),
    deletedAt: dateTime.exactOptional().describe("Only for the team, of a deleted message."),
    deletedBy: z
      .string()
      .exactOptional()
      .describe("Only for the team, of a deleted message: the user's id, or the visitor's if they took it back."),
    deletedByName: z.string().exactOptional().describe("Who deleted it, under the same conditions as `senderName`."),
  })
  .meta({ id: "Message" });
export type MessageJson = z.infer<typeof MessageJson>;

export const MessageResponse = z.strictObject({ message: MessageJson });

/** One of the `actions` of a reply that wasn't done. */
export const RefusedAction = z
  .strictObject({
    action: ReplyActions.keyof(),
    code: z.string().describe("An error's code, as `PATCH /conversations/{conversationId}` has it."),
    detail: z.string().exactOptional().describe("What's wrong, if the code doesn't say it."),
  })
  .meta({ id: "RefusedAction" });
export type RefusedAction = z.infer<typeof RefusedAction>;

export const ReplyResponse = MessageResponse.extend({
  refused: z.array(RefusedAction).exactOptional().describe("Those of its `actions` that weren't done, if any."),
});

/** How many of a conversation's messages were deleted. */
export const deletedCount = z
  .int()
  .exactOptional()
  .describe(
    "How many of its messages were deleted. Absent for none. If it has grown, fetch the messages you show again.",
  );
export const MessageListResponse = z.strictObject({
  messages: z.array(MessageJson),
  hasMore: z.boolean(),
  deletedCount,
});
