import { z } from "zod";
import { wholeNumber } from "#platform/query-parameter.ts";
import { dateTime } from "#platform/timestamp.ts";

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 50;
const SEQ_MAX = 2_147_483_647;

export const ListEventsQuery = z
  .object({
    after: wholeNumber(0, SEQ_MAX).exactOptional().describe("Events with a higher `seq`."),
    before: wholeNumber(0, SEQ_MAX)
      .exactOptional()
      .describe("Events with a lower `seq`. Can't be combined with `after`."),
    limit: wholeNumber(1, LIMIT_MAX).default(LIMIT_DEFAULT),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    path: ["before"],
    error: "must not be sent together with after",
  });
export type ListEventsQuery = z.infer<typeof ListEventsQuery>;

/** Something other than a message or note that happened to a conversation. Only the team sees it. */
export const EventJson = z
  .strictObject({
    seq: z.int().describe("1, 2, 3 … in its conversation. Messages and notes are counted on their own."),
    afterSeq: z.int().describe("The `seq` of the last message before it."),
    kind: z.enum([
      "assigned",
      "unassigned",
      "closed",
      "reopened",
      "snoozed",
      "woken",
      "spam",
      "not_spam",
      "no_reply",
      "needs_reply",
      "rated",
    ]),
    via: z
      .enum(["session", "key", "telegram", "email", "visitor", "round_robin", "auto_close", "service", "operator"])
      .describe(
        "How it was done: by someone who was logged in, an API key, a Telegram chat, a reply by email, the visitor's message or rating, a site's round robin or automatic closing, the service (the end of a snooze) or the operator.",
      ),
    actorId: z.uuid().exactOptional().describe("The person who did it."),
    actorName: z.string().exactOptional().describe("What the team called them then."),
    targetId: z.uuid().exactOptional().describe("The person who got it, or had it before it was unassigned."),
    targetName: z.string().exactOptional().describe("What the team called them then."),
    until: dateTime.exactOptional().describe("When a snoozed conversation wakes. Absent: when the visitor replies."),
    score: z.int().exactOptional().describe("How the visitor `rated` it, 1 to 5."),
    days: z.int().exactOptional().describe("With `auto_close`: after how many days without a message it was closed."),
    createdAt: dateTime,
  })
  .meta({ id: "ConversationEvent" });
export type EventJson = z.infer<typeof EventJson>;

export const EventListResponse = z.strictObject({ events: z.array(EventJson), hasMore: z.boolean() });
export type EventListResponse = z.infer<typeof EventListResponse>;
