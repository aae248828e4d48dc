import { findBot } from "#lib/notify/telegram/bot.system.ts";
import { toTelegramJson } from "#lib/notify/telegram/json.ts";
import { createChannel } from "#lib/outbox/channels/commands.ts";
import { toChannelJson, toPushJson } from "#lib/outbox/channels/json.ts";
import { CHANNELS, URL_KINDS } from "#lib/outbox/channels/kinds.ts";
import { listChannels } from "#lib/outbox/channels/queries.ts";
import { ChannelListResponse, ChannelResponse, CreateChannelBody } from "#lib/outbox/channels/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

const anyOf = (names: string[]) => new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);
const WEBHOOK_APPS = URL_KINDS.filter((kind) => kind !== "ntfy").map((kind) => CHANNELS[kind].name);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the channels",
    description:
      "The caller's devices and addresses that notifications are sent to, and what this service can send to.",
    response: ChannelListResponse,
    handler: async ({ scope }) => ({
      channels: (await listChannels(scope)).map(toChannelJson),
      push: await toPushJson(),
      telegram: toTelegramJson(await findBot()),
    }),
  }),
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Add a channel",
    description: `Sends the caller's notifications to a topic of ntfy, or to an incoming webhook of ${anyOf(WEBHOOK_APPS)}. Its URL isn't returned again. A person may have 20.`,
    body: CreateChannelBody,
    response: ChannelResponse,
    status: 201,
    errors: ["conflict"],
    handler: async ({ scope, body }) => ({ channel: toChannelJson(await createChannel(scope, body)) }),
  }),
});
