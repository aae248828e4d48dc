import { z } from "zod";
import { dateTime, readTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { UploadedFileJson } from "../../files/files/schema.ts";
import { RefusedAction, ReplyActions, ReplyBody } from "../messages/schema.ts";
import { STOP_REASONS } from "../replies/stop-reasons.ts";

/** The most that a reply is held after Send, so that it can be taken back. */
const HOLD_SECONDS_MAX = 30;
const badHold = `must be a whole number from 0 to ${HOLD_SECONDS_MAX}`;
const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

const badTime = `must be a time in the next ${DAYS_MAX} days`;
// One that has passed while the browser was offline is sent at once.
const sendAt = z.iso
  .datetime({ offset: true, error: badTime })
  .refine((time) => readTime(time).getTime() - Date.now() <= DAYS_MAX * DAY_MS, badTime);

export const holdSeconds = z.int(badHold).min(0, badHold).max(HOLD_SECONDS_MAX, badHold);

export const ScheduleReplyBody = ReplyBody.safeExtend({
  holdSeconds: holdSeconds.exactOptional().describe("Sends it after so many seconds. Either this or `sendAt`."),
  sendAt: sendAt.exactOptional().describe("Sends it at this time. One that has passed sends it at once."),
})
  .refine((body) => (body.holdSeconds === undefined) !== (body.sendAt === undefined), {
    path: ["sendAt"],
    error: "is required, unless holdSeconds is sent instead",
  })
  .meta({ examples: [{ message: "Yes, in both sizes.", holdSeconds: 5 }] });
export type ScheduleReplyBody = z.infer<typeof ScheduleReplyBody>;

export const RescheduleBody = z.object({ sendAt }).meta({ examples: [{ sendAt: "2027-01-04T09:00:00Z" }] });

export const ScheduledReplyParams = z.object({ conversationId: uuid, scheduledReplyId: uuid });

export const ScheduledReplyJson = z
  .strictObject({
    id: z.uuid().describe("The message's, once it's sent."),
    conversationId: z.uuid(),
    userId: z
      .uuid()
      .describe("Who wrote it. Only they can change it, and others discard it if they lost their access."),
    userName: z.string().exactOptional().describe("In workspaces that several people have been in."),
    body: z.string().describe("Its text, or the names of its files."),
    files: z.array(UploadedFileJson).exactOptional(),
    close: z.literal(true).exactOptional().describe("It closes the conversation."),
    actions: ReplyActions.exactOptional().describe("What's done once it's sent."),
    createdAt: dateTime,
    sendAt: dateTime.describe("By the service's clock."),
    state: z
      .enum(["scheduled", "stopped", "undone", "sent"])
      .describe(
        "`stopped` waits for its writer's decision, and says why in `reason`. `undone` was taken back. `sent` is a message by now. Lists have only those that are `scheduled` or `stopped`, and for its writer one that was `sent` with `refused` actions.",
      ),
    reason: z
      .enum(STOP_REASONS)
      .exactOptional()
      .describe(
        "Why it wasn't sent: the visitor (`visitor`) or a teammate (`colleague`) wrote first, the visitor's email address changed (`email`), they're blocked (`blocked`), the conversation is spam (`spam`), its writer no longer has access (`access`), a file is gone or was sent with another message (`files`), the visitor has another open conversation (`other_conversation`), or something else that trying again won't change (`failed`).",
      ),
    refused: z
      .array(RefusedAction)
      .exactOptional()
      .describe("Those of its `actions` that weren't done when it was sent, if any. DELETE dismisses them."),
  })
  .meta({ id: "ScheduledReply" });
export type ScheduledReplyJson = z.infer<typeof ScheduledReplyJson>;

export const ScheduledReplyResponse = z.strictObject({ scheduledReply: ScheduledReplyJson });
export const ScheduledReplyListResponse = z.strictObject({ scheduledReplies: z.array(ScheduledReplyJson) });
