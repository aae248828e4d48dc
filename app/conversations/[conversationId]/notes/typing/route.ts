import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { publishNoteTyping } from "#lib/desk/notes/commands.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    summary: "Show that you're writing a note",
    description: "Your teammates see it for a few seconds. The visitor doesn't.",
    params: ConversationParams,
    handler: ({ scope, params }) => publishNoteTyping(scope, params.conversationId),
  }),
});
