import { removeChannel, updateChannel } from "#lib/outbox/channels/commands.ts";
import { toChannelJson } from "#lib/outbox/channels/json.ts";
import { ChannelParams, ChannelResponse, UpdateChannelBody } from "#lib/outbox/channels/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    caller: "owner",
    access: "manage",
    summary: "Change a channel",
    description: "Fields that are left out stay as they are.",
    params: ChannelParams,
    body: UpdateChannelBody,
    response: ChannelResponse,
    handler: async ({ scope, params, body }) => ({
      channel: toChannelJson(await updateChannel(scope, params.channelId, body)),
    }),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    summary: "Remove a channel",
    description: "Nothing more is sent to it.",
    params: ChannelParams,
    handler: ({ scope, params }) => removeChannel(scope, params.channelId),
  }),
});
