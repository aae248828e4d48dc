import { registerDevice } from "#lib/notify/devices/commands.ts";
import { DeviceBody } from "#lib/notify/devices/schema.ts";
import { toChannelJson } from "#lib/outbox/channels/json.ts";
import { ChannelResponse } from "#lib/outbox/channels/schema.ts";
import { describeDevice } from "#platform/user-agent.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: endpoint({
    caller: "person",
    access: "session",
    summary: "Register this browser for push messages",
    description:
      "Call it with a push subscription for `push.publicKey` of `GET /account/channels`. The same endpoint again updates its device; if it belonged to another account, it moves to this one. The device is removed when its session is revoked or logged out, and may be kept when the session only expires. An account may have 20.",
    errors: ["conflict"],
    body: DeviceBody,
    response: ChannelResponse,
    handler: async ({ scope, body, request }) => {
      const device = await registerDevice(scope, body, describeDevice(request.headers.get("user-agent")));
      return { channel: toChannelJson(device) };
    },
  }),
});
