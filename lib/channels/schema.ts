import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { CHANNEL_KINDS } from "./sender.ts";

export const ChannelKind = z.enum(CHANNEL_KINDS);

/** What a notification shows: the message, that there is one, or only the site. */
export const ChannelShows = z.enum(["text", "new", "site"], "must be text, new or site");
export type ChannelShows = z.infer<typeof ChannelShows>;

export const ChannelStopReason = z.enum(["gone", "refused", "lapsed", "unreadable", "unlinked"]);

export const ChannelParams = z.object({ channelId: uuid });

export const UpdateChannelBody = z.object({
  name: oneLine(60).exactOptional(),
  shows: ChannelShows.exactOptional(),
  backup: z.boolean("must be true or false").exactOptional(),
});
export type UpdateChannelBody = z.infer<typeof UpdateChannelBody>;

/** One of a person's devices and addresses, without the address's secret parts. */
export const ChannelJson = z
  .strictObject({
    id: z.uuid(),
    kind: ChannelKind,
    name: z.string(),
    shows: ChannelShows,
    backup: z.boolean().describe("It's used only if no one reads a conversation, or if other channels fail."),
    address: z.string().describe("The receiver's host."),
    doubtful: z.literal(true).exactOptional().describe("The device hasn't confirmed its last notifications."),
    thisDevice: z.literal(true).exactOptional().describe("The calling session registered it."),
    lastDeliveredAt: dateTime.exactOptional(),
    lastShownAt: dateTime.exactOptional(),
    stoppedAt: dateTime.exactOptional(),
    stopReason: ChannelStopReason.exactOptional(),
    createdAt: dateTime,
  })
  .meta({ id: "Channel" });
export type ChannelJson = z.infer<typeof ChannelJson>;

export const ChannelResponse = z.strictObject({ channel: ChannelJson });

/** Whether devices can get push messages from this service. */
export const PushJson = z.strictObject({
  available: z.boolean(),
  reason: z
    .enum(["this_host", "insecure", "ip_address"])
    .exactOptional()
    .describe("Why it isn't available, or `this_host` if only browsers on this host can be reached."),
  publicKey: z.string().exactOptional().describe("The `applicationServerKey` to subscribe with."),
});
export type PushJson = z.infer<typeof PushJson>;

/** The service's Telegram bot, as far as its people need to know it. */
export const TelegramJson = z
  .strictObject({
    available: z.boolean().describe("Whether the service has a bot that its API has named once."),
    username: z.string().exactOptional().describe("The bot's name, without @."),
    problem: z
      .enum(["conflict", "unauthorized", "unreachable"])
      .exactOptional()
      .describe(
        "Why replies from Telegram don't arrive: another program uses the bot, its token is wrong, or Telegram can't be reached.",
      ),
  })
  .meta({ id: "Telegram" });
export type TelegramJson = z.infer<typeof TelegramJson>;

export const ChannelListResponse = z.strictObject({
  channels: z.array(ChannelJson),
  push: PushJson,
  telegram: TelegramJson,
});
export type ChannelListResponse = z.infer<typeof ChannelListResponse>;
