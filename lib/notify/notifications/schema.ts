import { z } from "zod";
import { wholeNumber } from "#platform/query-parameter.ts";
import { dateTime } from "#platform/timestamp.ts";
import { ConversationJson } from "../../desk/conversations/schema.ts";
import { CHANNEL_KINDS } from "../../outbox/channels/kinds.ts";
import { REASONS, type ReasonCode } from "../../outbox/channels/reasons.ts";

/** Who was notified through what, or why not. */
export const NotificationJson = z
  .strictObject({
    id: z.uuid(),
    userId: z.uuid(),
    channel: z.enum(["email", ...CHANNEL_KINDS]),
    channelId: z.uuid().exactOptional().describe("The channel, which may have been removed since. Absent for email."),
    name: z.string().describe("The channel's name when it was written. Empty for email."),
    kind: z
      .enum(["message", "summary", "test", "device", "mention", "assigned"])
      .describe(
        "`mention`: a colleague's note mentions the person. `assigned`: a colleague or the site's round robin assigned them the conversation.",
      ),
    level: z.int().describe("0: at once. 1: through a backup channel, as nobody had read it. 2: to everyone."),
    status: z
      .enum(["pending", "accepted", "shown", "failed", "skipped"])
      .describe("`accepted` by the receiver; `shown` by the device; `skipped` if it was decided not to send it."),
    reason: z
      .enum(Object.keys(REASONS) as [keyof typeof REASONS])
      .exactOptional()
      .describe("Why it wasn't sent. Only its person sees why it failed or will be retried."),
    detail: z.string().exactOptional().describe("The reason as a sentence."),
    createdAt: dateTime,
    dueAt: dateTime,
    acceptedAt: dateTime.exactOptional(),
    shownAt: dateTime.exactOptional(),
    clickedAt: dateTime.exactOptional(),
  })
  .meta({ id: "Notification" });
export type NotificationJson = z.infer<typeof NotificationJson>;

/** What becomes of a visitor's unread messages next. */
export const NextStepJson = z.strictObject({
  at: dateTime,
  what: z
    .enum(["send", "summary", "backup", "everyone"])
    .describe(
      "`send`: new messages are planned. `summary`: quiet hours end. `backup`: backup channels are used. `everyone`: all channels are.",
    ),
});
export type NextStepJson = z.infer<typeof NextStepJson>;

const ALERT_ENDS = [
  "read",
  "replied",
  "settled",
  "snoozed",
  "closed",
  "spam",
  "blocked",
] as const satisfies ReasonCode[];
export type AlertEnd = (typeof ALERT_ENDS)[number];

export const ConversationNotificationsResponse = z.strictObject({
  notifications: z.array(NotificationJson),
  next: NextStepJson.exactOptional(),
  since: dateTime.exactOptional().describe("What the escalation counts from."),
  endedBy: z
    .enum([...ALERT_ENDS, "test"])
    .exactOptional()
    .describe("Why nothing more is sent about the messages so far. `settled`: someone said that they need no reply."),
});
export type ConversationNotificationsJson = z.infer<typeof ConversationNotificationsResponse>;

export const NotificationResponse = z.strictObject({ notification: NotificationJson });

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 50;

export const ListWaitingQuery = z.object({
  limit: wholeNumber(1, LIMIT_MAX).default(LIMIT_DEFAULT),
  cursor: z.string().exactOptional().describe("The last page's `nextCursor`."),
});
export type ListWaitingQuery = z.infer<typeof ListWaitingQuery>;

/** A visitor without a reply, and who was notified. */
export const WaitingJson = ConversationNotificationsResponse.extend({ conversation: ConversationJson }).meta({
  id: "WaitingConversation",
});
export type WaitingJson = z.infer<typeof WaitingJson>;

export const WaitingListResponse = z.strictObject({
  waiting: z.array(WaitingJson),
  nextCursor: z.string().exactOptional(),
});
export type WaitingListResponse = z.infer<typeof WaitingListResponse>;
