import { z } from "zod";
import { Proof } from "#platform/challenge.ts";
import { wholeNumber } from "#platform/query-parameter.ts";
import { longText, oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { BounceJson } from "../../outbox/mail-queue/bounce.ts";
import { greetingText } from "../../sites/greetings/schema.ts";
import { AnswerJson } from "../answers/schema.ts";
import { AssignmentFields } from "../assignment/schema.ts";
import { attributeFilter } from "../attributes/schema.ts";
import { ContentFields, deletedCount, hasContent, MessageJson, NO_CONTENT, SeenFields } from "../messages/schema.ts";
import { Ratable, RatingJson } from "../ratings/schema.ts";
import { Counted } from "../reports/schema.ts";
import { TriageFields } from "../triage/schema.ts";
import { VisitorDetails } from "../visitors/schema.ts";
import { WAITS } from "./filter.ts";
import { SEARCH_MAX } from "./search-length.ts";

export const ConversationStatus = z.enum(["open", "closed"], "must be open or closed");
export type ConversationStatus = z.infer<typeof ConversationStatus>;

export const ConversationParams = z.object({ conversationId: uuid });

export const StartConversationBody = VisitorDetails.extend({
  ...ContentFields,
  pageUrl: oneLine(1000).nullable().default(null).describe("The page the visitor is on."),
  greeting: greetingText
    .exactOptional()
    .describe(
      "The text of the site's greeting that the visitor replies to. It's stored with a new conversation, if one of the site's greetings says that now.",
    ),
  language: z
    .string()
    .regex(/^[a-z]{2,8}$/, "must be a language code such as en")
    .exactOptional()
    .describe("The language of the visitor's chat, such as `de`. Automatic messages come in it if the site has them."),
  proof: Proof.exactOptional().describe(
    "The solution to the challenge of a `proof_required` response. Send the same request again with it.",
  ),
})
  .refine(hasContent, NO_CONTENT)
  .meta({
    examples: [{ message: "Is the blue one back in stock?", name: "Grace Hopper", email: "grace@example.com" }],
  });
export type StartConversationBody = z.infer<typeof StartConversationBody>;

export const StartConversationResponse = z.strictObject({
  conversationId: z.uuid(),
  visitorId: z.uuid(),
  message: MessageJson,
});

const DAYS_MAX = 31;
const DAY_MS = 86_400_000;

/** Whether a list can be of conversations that began within these times: neither, or both and at most a month apart. */
export const isRange = ({ from, until }: { from?: string; until?: string }): boolean =>
  from === undefined || until === undefined
    ? from === until
    : Date.parse(until) - Date.parse(from) <= DAYS_MAX * DAY_MS;

type Rule<Fields> = [holds: (fields: Fields) => boolean, fault: { path: string[]; error: string }];

/** For `refine` of each schema with these filters. */
export const RANGE_RULE: Rule<{ from?: string; until?: string }> = [
  isRange,
  { path: ["until"], error: `must be at most ${DAYS_MAX} days after from, and not without it` },
];

/** For `refine` of each schema with a search. */
export const ORDER_RULE: Rule<{ order?: string; q?: string }> = [
  ({ order, q }) => order === undefined || q === undefined,
  { path: ["order"], error: "can't be combined with q" },
];

const LIMIT_MAX = 100;
const PAGE_MAX = 200;
const LIMIT_DEFAULT = 50;

export const ListConversationsQuery = z
  .object({
    status: ConversationStatus.exactOptional().describe("Omit for both."),
    siteId: z.uuid("must be a UUID").exactOptional().describe("Only conversations on this site."),
    q: longText(SEARCH_MAX)
      .exactOptional()
      .describe(
        "Words in any language, or parts of words. All of them have to occur in one message, or in the visitor's name, email and external id together. Case and accents don't matter.",
      ),
    spam: z.literal("true", "must be true").exactOptional().describe("Lists spam, which other lists leave out."),
    labelId: z.uuid("must be a UUID").exactOptional().describe("Only conversations with this label."),
    starred: z.literal("true", "must be true").exactOptional().describe("Only starred conversations."),
    snoozed: z
      .enum(["true", "false"], "must be true or false")
      .exactOptional()
      .describe("Only conversations that are snoozed, or only those that aren't. Omit for both."),
    assignee: z
      .union([z.enum(["me", "none"]), z.uuid()], "must be me, none or a UUID")
      .exactOptional()
      .describe("Only conversations assigned to you, to no one, or to this member."),
    mentioned: z
      .literal("true", "must be true")
      .exactOptional()
      .describe("Only conversations with a mention of you that you haven't read."),
    rating: z
      .enum(["1", "2", "3", "4", "5", "any"], "must be 1, 2, 3, 4, 5 or any")
      .exactOptional()
      .describe("Only conversations whose newest rating is this, or any."),
    waitingFor: z
      .enum(WAITS, "must be 1h, 4h, 1d or 3d")
      .exactOptional()
      .describe(
        "Only conversations with `waitingSince` that have waited for at least this long: hours (h) or days (d).",
      ),
    language: z
      .string()
      .regex(/^[a-z]{2,8}$/, "must be a language code such as en")
      .exactOptional()
      .describe("Only conversations of visitors whose chat is in this language, such as `de`."),
    page: oneLine(PAGE_MAX)
      .exactOptional()
      .describe(
        "Only conversations that were started from, or last written in from, a page with this in its address, such as `/pricing`. The case of A to Z doesn't matter.",
      ),
    hasEmail: z
      .literal("true", "must be true")
      .exactOptional()
      .describe("Only conversations of visitors whose email address is known."),
    attribute: attributeFilter
      .exactOptional()
      .describe(
        "Only conversations of visitors with an attribute of this name and value, as in `plan:pro`. Case doesn't matter in the value. What your server says counts, and what the page says only if your server says nothing about the name.",
      ),
    counted: Counted.exactOptional().describe(
      "Only conversations that this number of a report counts: without spam and the test visitor's, those that began, wait for a reply and aren't snoozed, have had no reply by a person and are closed or silent for a day, have had one, or are rated.",
    ),
    from: dateTime
      .exactOptional()
      .describe("Only conversations that began at this time or later. Requires `until`.")
      .meta({ examples: ["2026-11-22T23:00:00.000Z"] }),
    until: dateTime
      .exactOptional()
      .describe(`Only conversations that began before this time, at most ${DAYS_MAX} days after \`from\`.`)
      .meta({ examples: ["2026-11-29T23:00:00.000Z"] }),
    order: z
      .literal("waiting", "must be waiting")
      .exactOptional()
      .describe("Only conversations with `waitingSince`, the longest wait first. Can't be combined with `q`."),
    limit: wholeNumber(1, LIMIT_MAX).default(LIMIT_DEFAULT),
    cursor: z.string().exactOptional().describe("The last page's `nextCursor`, with the same filters."),
  })
  .refine(...ORDER_RULE)
  .refine(...RANGE_RULE);
export type ListConversationsQuery = z.infer<typeof ListConversationsQuery>;

export const UpdateConversationBody = z
  .object({
    status: ConversationStatus.exactOptional(),
    unread: z
      .literal(true, "must be true; POST /conversations/{id}/read marks as read")
      .exactOptional()
      .describe("Marks the conversation unread."),
    spam: z
      .boolean("must be true or false")
      .exactOptional()
      .describe("Spam leaves the inbox, and its new messages notify no one."),
    ...TriageFields,
    ...AssignmentFields,
    visitorBlocked: z
      .boolean("must be true or false")
      .exactOptional()
      .describe("Nothing is accepted from a blocked visitor, in any of their conversations on the site."),
    addressBlocked: z
      .boolean("must be true or false")
      .exactOptional()
      .describe("Blocks the last address the visitor sent from, if it's known."),
    visitorEmailBounced: z
      .literal(false, "must be false")
      .exactOptional()
      .describe("Emails to the visitor's address are tried again, although they came back."),
    ...SeenFields,
  })
  .meta({ examples: [{ status: "closed" }] });
export type UpdateConversationBody = z.infer<typeof UpdateConversationBody>;

const readSeq = z.int("must be a whole number").min(0);

export const MarkReadBody = z.object({ seq: readSeq.exactOptional() });
export const MarkReadByVisitorBody = z.object({ seq: readSeq });

/** How far each side has read. */
export const ReadPositionsResponse = z.strictObject({ read: z.strictObject({ owner: z.int(), visitor: z.int() }) });

/** spec.md section 2.3 with contract.md section 6. */
export const ConversationJson = z
  .strictObject({
    id: z.uuid(),
    siteId: z.uuid(),
    visitorId: z.uuid(),
    status: ConversationStatus,
    lastMessageAt: dateTime,
    createdAt: dateTime,
    updatedAt: dateTime,
    visitorExternalId: z
      .string()
      .exactOptional()
      .describe("The site's own id for the visitor. Unless they're verified, it's only a label."),
    siteName: z.string(),
    pageUrl: z.string().exactOptional(),
    lastMessagePreview: z.string(),
    lastReadByOwnerAt: dateTime.exactOptional(),
    visitorName: z.string().exactOptional(),
    visitorEmail: z.string().exactOptional(),
    visitorEmailBounced: BounceJson.exactOptional().describe(
      "Present if emails to the visitor's address come back. Nothing is emailed to them until their address changes, they confirm it, or someone tries again.",
    ),
    visitorPhone: z.string().exactOptional(),
    answers: z
      .array(AnswerJson)
      .exactOptional()
      .describe("What the visitor answered to the site's questions, in all their conversations, oldest first."),
    lastSeq: z.int().describe("The `seq` of the last message."),
    noteSeq: z.int().describe("The `seq` of the last note, or 0. A note changes no `updatedAt`."),
    eventSeq: z.int().describe("The `seq` of the last event, or 0."),
    deletedCount,
    unreadCount: z.int().describe("How many of the visitor's messages the owner hasn't read."),
    visitorVerified: z.boolean().describe("Whether the site's server has vouched for the visitor."),
    spam: z.literal(true).exactOptional(),
    lastMessageBy: z.enum(["visitor", "owner"]).describe("Who sent the last message."),
    waitingSince: dateTime
      .exactOptional()
      .describe(
        "When the visitor sent their first message that nobody has replied to. Absent after a reply, with `noReplyNeeded`, if the conversation is closed or spam, and for test and blocked visitors.",
      ),
    noReplyNeeded: z
      .literal(true)
      .exactOptional()
      .describe("Present if someone said that the visitor's messages need no reply. Absent after the next message."),
    firstReplyAt: dateTime.exactOptional().describe("When the visitor got their first reply."),
    firstPageUrl: z.string().exactOptional().describe("The page that the conversation was started from."),
    greeting: z.string().exactOptional().describe("The site's greeting that the visitor replied to, as it was."),
    starred: z.literal(true).exactOptional(),
    rating: z.int().exactOptional().describe("The newest score that the visitor gave, 1 to 5."),
    labelIds: z.array(z.uuid()).describe("Sorted."),
    assigneeId: z.uuid().exactOptional().describe("The member that the conversation is assigned to."),
    assignedVia: z
      .literal("round_robin")
      .exactOptional()
      .describe("Present if the site's round robin assigned it. Absent if a person did."),
    turnEndsAt: dateTime
      .exactOptional()
      .describe("When it goes to the next person, unless someone replies first. Only with `assignedVia`."),
    lastReplyBy: z.uuid().exactOptional().describe("Who sent the last reply."),
    snoozed: z.literal(true).exactOptional().describe("Present while the conversation is snoozed. It stays open."),
    snoozedUntil: dateTime
      .exactOptional()
      .describe("When a snoozed conversation wakes. Absent if it's snoozed until the visitor replies."),
    wokenAt: dateTime
      .exactOptional()
      .describe("When snoozing ended. Absent again after the next message, when it's closed, and when it's snoozed."),
    wokenBy: z
      .enum(["time", "reply"])
      .exactOptional()
      .describe("Why snoozing ended: its time was over, or the visitor replied."),
    forYou: z
      .strictObject({
        reason: z.enum(["mention", "assigned"]),
        by: z.uuid().exactOptional().describe("The colleague. Absent for round robin."),
        byName: z.string().exactOptional().describe("Absent if their account was deleted."),
        note: z.string().exactOptional().describe("The beginning of the note that mentions you."),
      })
      .exactOptional()
      .describe(
        "What a colleague did for you to see: they mentioned you or assigned it to you. Absent once you've read it.",
      ),
    visitorBlocked: z.literal(true).exactOptional(),
    addressKnown: z
      .literal(true)
      .exactOptional()
      .describe("Present if the visitor's last address is known, so that it can be blocked."),
    excerpt: z
      .array(z.strictObject({ text: z.string(), isMatch: z.boolean() }))
      .exactOptional()
      .describe("With `q`: the matching part of the newest message that contains it."),
  })
  .meta({ id: "Conversation" });
export type ConversationJson = z.infer<typeof ConversationJson>;

/** A conversation as listed to its visitor (contract.md section 5). */
export const VisitorConversationJson = z
  .strictObject({
    id: z.uuid(),
    status: ConversationStatus,
    createdAt: dateTime,
    lastMessageAt: dateTime,
    lastMessagePreview: z.string(),
    lastSeq: z.int(),
    deletedCount,
    unreadCount: z.int(),
    greeting: z.string().exactOptional().describe("The site's greeting that the visitor replied to, as it was."),
    ratable: Ratable.exactOptional().describe("Present while the visitor may rate it. `PUT …/rating` does so."),
  })
  .meta({ id: "VisitorConversation" });
export type VisitorConversationJson = z.infer<typeof VisitorConversationJson>;

export const ConversationResponse = z.strictObject({ conversation: ConversationJson });
export const RatedConversationResponse = ConversationResponse.extend({
  ratings: z.array(RatingJson).describe("How the visitor rated it, one for each close that they rated, oldest first."),
});
/** Unread totals: conversations, and messages in them. */
export const UnreadResponse = z.strictObject({ unread: z.strictObject({ conversations: z.int(), messages: z.int() }) });

/** What the tabs of the inbox show. */
export const ConversationCounts = z
  .strictObject({
    unread: z.strictObject({ conversations: z.int(), messages: z.int() }).describe("In all lists but spam."),
    open: z.int().describe("Unread open conversations that aren't snoozed."),
    closed: z.int().describe("Unread closed conversations."),
    starred: z.int().describe("Unread starred conversations."),
    snoozed: z.int().describe("Snoozed conversations."),
    elsewhere: z
      .int()
      .exactOptional()
      .describe(
        "The same as `open`, for all your other workspaces together, up to 100. Absent if it's 0, or with an API key.",
      ),
    waiting: z.int().describe("Conversations with `waitingSince` that aren't snoozed."),
    mine: z
      .int()
      .exactOptional()
      .describe("Those of `waiting` that are assigned to you. Absent if no one else was ever in the workspace."),
    unassigned: z.int().exactOptional().describe("Those of `waiting` that are assigned to no one. Absent like `mine`."),
    mentions: z
      .int()
      .exactOptional()
      .describe("Conversations with a mention of you that you haven't read. Absent like `mine`."),
    sites: z
      .array(z.strictObject({ siteId: z.uuid(), unread: z.int(), waiting: z.int() }))
      .describe("The sites' parts of `open` and `waiting`, without sites that have none."),
  })
  .meta({ id: "ConversationCounts" });
export type ConversationCounts = z.infer<typeof ConversationCounts>;
export const CountsResponse = z.strictObject({ counts: ConversationCounts });

export const ConversationListResponse = z.strictObject({
  conversations: z.array(ConversationJson),
  nextCursor: z.string().exactOptional(),
});
export const VisitorConversationListResponse = z.strictObject({ conversations: z.array(VisitorConversationJson) });
