import { queueTest } from "#lib/notify/notifications/commands.ts";
import { toNotificationJson } from "#lib/notify/notifications/json.ts";
import { NotificationResponse } from "#lib/notify/notifications/schema.ts";
import { ChannelParams } from "#lib/outbox/channels/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "manage",
    summary: "Send a test notification",
    description: "It's tried once. `GET /account/channels` shows when it was delivered and shown.",
    params: ChannelParams,
    response: NotificationResponse,
    status: 201,
    limits: ({ scope, params }) => [{ rule: "test", key: `${scope.userId}/${params.channelId}` }],
    handler: async ({ scope, params }) => ({
      notification: toNotificationJson(await queueTest(scope, params.channelId)),
    }),
  }),
});
