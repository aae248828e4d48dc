import { rescheduleOwnReply, takeBackReply } from "#lib/desk/scheduled-replies/commands.ts";
import { toScheduledReplyJson } from "#lib/desk/scheduled-replies/json.ts";
import { RescheduleBody, ScheduledReplyParams, ScheduledReplyResponse } from "#lib/desk/scheduled-replies/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    caller: "owner",
    summary: "Change when a reply is sent",
    description:
      "Only its writer can. One that was stopped is scheduled again, whatever was written until now. If it was sent already, that's a `conflict`.",
    errors: ["conflict"],
    params: ScheduledReplyParams,
    body: RescheduleBody,
    response: ScheduledReplyResponse,
    handler: async ({ scope, params: { conversationId, scheduledReplyId: id }, body }) => ({
      scheduledReply: toScheduledReplyJson(await rescheduleOwnReply(scope, { conversationId, id }, body.sendAt)),
    }),
  }),
  DELETE: endpoint({
    caller: "owner",
    summary: "Take back a scheduled reply",
    description:
      "Only its writer can, or anyone if it was stopped because of `access`. Returns what was written. If it was sent already, that's a `conflict`, unless some of its actions were refused: then those are dismissed. A repeated request to take one back returns the same.",
    errors: ["conflict"],
    params: ScheduledReplyParams,
    response: ScheduledReplyResponse,
    handler: async ({ scope, params: { conversationId, scheduledReplyId: id } }) => ({
      scheduledReply: toScheduledReplyJson(await takeBackReply(scope, { conversationId, id })),
    }),
  }),
});
