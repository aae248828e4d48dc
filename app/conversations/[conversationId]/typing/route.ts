import { publishTyping } from "#lib/desk/conversations/commands.ts";
import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    summary: "Show that the owner is typing",
    description: "The visitor sees it for a few seconds.",
    params: ConversationParams,
    handler: ({ scope, params }) => publishTyping(scope, params.conversationId),
  }),
});
