import { publishTyping } from "#lib/conversations/commands.ts";
import { ConversationParams } from "#lib/conversations/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: endpoint({
      caller: "visitor",
      summary: "Say that something is being written",
      description: "Shown to the owner for some seconds.",
      params: ConversationParams,
      handler: ({ scope, params }) => publishTyping(scope, params.conversationId),
    }),
  },
  { cors: "any-origin" },
);
