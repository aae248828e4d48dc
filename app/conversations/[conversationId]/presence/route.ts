import { ConversationParams } from "#lib/conversations/schema.ts";
import { recordPresence } from "#lib/presence/commands.ts";
import { PresenceBody } from "#lib/presence/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Report that a conversation is in view",
    description:
      "For 30 seconds, you aren't notified about its messages, so the dashboard reports it every 15 seconds while its tab is visible. With `leaving`, that ends at once. Nothing about the conversation changes.",
    params: ConversationParams,
    body: PresenceBody,
    handler: ({ scope, params, body }) => recordPresence(scope, params.conversationId, body),
  }),
});
