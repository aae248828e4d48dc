import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { toConversationNotificationsJson } from "#lib/notify/notifications/json.ts";
import { getNotifications } from "#lib/notify/notifications/queries.ts";
import { ConversationNotificationsResponse } from "#lib/notify/notifications/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get who was notified",
    description:
      "Who was notified about the conversation in the last 30 days, through which channel, and what came of it: the newest 100, newest first. `next` says what happens if no one reads the messages.",
    params: ConversationParams,
    response: ConversationNotificationsResponse,
    handler: async ({ scope, params }) =>
      toConversationNotificationsJson(await getNotifications(scope, params.conversationId)),
  }),
});
