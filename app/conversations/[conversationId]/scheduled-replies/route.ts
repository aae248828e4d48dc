import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { scheduleReply } from "#lib/desk/scheduled-replies/commands.ts";
import { toScheduledReplyJson, toSentJson } from "#lib/desk/scheduled-replies/json.ts";
import { listScheduledReplies } from "#lib/desk/scheduled-replies/queries.ts";
import {
  ScheduledReplyListResponse,
  ScheduledReplyResponse,
  ScheduleReplyBody,
} from "#lib/desk/scheduled-replies/schema.ts";
import { markReplay } from "#platform/http/idempotency.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the scheduled replies of a conversation",
    description:
      "Those of all teammates that are still to be sent, and those that were stopped, by `sendAt`. Visitors never see them.",
    params: ConversationParams,
    response: ScheduledReplyListResponse,
    handler: async ({ scope, params }) => ({
      scheduledReplies: (await listScheduledReplies(scope, params.conversationId)).map(toScheduledReplyJson),
    }),
  }),
  POST: endpoint({
    caller: "owner",
    summary: "Reply to a visitor later",
    description:
      "The body is that of a reply, with `holdSeconds`, to be able to take it back, or `sendAt`. When it's due, it becomes a message with the same id, once, as if it was sent then. It's stopped instead, and never sent by the service, if the visitor or a teammate has written since, or if the visitor's email address has changed or they're blocked. The key stays the reply's: the same request returns it as it is by now, `sent` or `undone` too. At most 20 of a person's replies can wait in one conversation: another one is a `conflict`.",
    errors: ["conflict", "file_not_found", "file_used", "stale_reply"],
    params: ConversationParams,
    body: ScheduleReplyBody,
    response: ScheduledReplyResponse,
    status: 201,
    idempotent: true,
    handler: async ({ scope, params, body, idempotencyKey, responseHeaders }) => {
      const scheduled = await scheduleReply(scope, params.conversationId, body, idempotencyKey);
      markReplay(responseHeaders, scheduled);
      return {
        scheduledReply: "reply" in scheduled ? toScheduledReplyJson(scheduled.reply) : toSentJson(scheduled.message),
      };
    },
  }),
});
