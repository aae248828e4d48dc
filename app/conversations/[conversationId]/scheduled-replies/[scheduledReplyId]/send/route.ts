import { toMessageJson } from "#lib/desk/messages/json.ts";
import { ReplyResponse } from "#lib/desk/messages/schema.ts";
import { sendScheduledNow } from "#lib/desk/scheduled-replies/commands.ts";
import { ScheduledReplyParams } from "#lib/desk/scheduled-replies/schema.ts";
import { viewerOf } from "#lib/files/files/links.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    summary: "Send a scheduled reply now",
    description:
      "Only its writer can. It's sent whatever was written meanwhile, also if it was stopped. If it was sent already, its message is returned.",
    errors: ["file_not_found", "open_conversation_exists", "file_used", "idempotency_mismatch", "conflict"],
    params: ScheduledReplyParams,
    response: ReplyResponse,
    handler: async ({ scope, params: { conversationId, scheduledReplyId: id } }) => {
      const { refused, ...message } = await sendScheduledNow(scope, { conversationId, id });
      return { message: toMessageJson(message, viewerOf(scope)), ...(refused.length > 0 && { refused }) };
    },
  }),
});
