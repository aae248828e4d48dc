import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { recordPresence } from "#lib/desk/presence/commands.ts";
import { listOthersLooking } from "#lib/desk/presence/queries.ts";
import { PresenceBody, PresenceResponse } from "#lib/desk/presence/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "session",
    summary: "List who has a conversation in view",
    description: "Other people of the workspace whose dashboard reported it within the last 30 seconds.",
    params: ConversationParams,
    response: PresenceResponse,
    handler: async ({ scope, params }) => ({ people: await listOthersLooking(scope, params.conversationId) }),
  }),
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Report that a conversation is in view",
    description:
      "For 30 seconds, you aren't notified about its messages, so the dashboard reports it every 15 seconds while its tab is visible. With `leaving`, that ends at once, and the list is empty. Nothing about the conversation changes.",
    params: ConversationParams,
    body: PresenceBody,
    response: PresenceResponse,
    handler: async ({ scope, params, body }) => ({
      people: await recordPresence(scope, params.conversationId, body),
    }),
  }),
});
