import { z } from "zod";
import { env } from "#platform/env.ts";
import { readTarget } from "#platform/outgoing/target.ts";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { STOP_REASONS } from "./channel-kind.ts";
import { CHANNEL_KINDS, CHANNELS, URL_KINDS } from "./kinds.ts";

export const ChannelKind = z.enum(CHANNEL_KINDS);

/** What a notification shows: the message, that there is one, or only the site. */
export const ChannelShows = z.enum(["text", "new", "site"], "must be text, new or site");
export type ChannelShows = z.infer<typeof ChannelShows>;

export const ChannelStopReason = z.enum(STOP_REASONS);

export const ChannelParams = z.object({ channelId: uuid });

const NAME_MAX = 60;
const URL_MAX = 2_000;

const url = oneLine(URL_MAX)
  .superRefine((text, context) => {
    const target = readTarget(text, env().OUTBOUND_ALLOWED_HOSTS);
    if (typeof target === "string") context.addIssue({ code: "custom", message: target, input: text });
  })
  .meta({ format: "uri", examples: ["https://ntfy.sh/kiln-street-a8f3"] });

/** An address of a chat or a notification service. */
export const CreateChannelBody = z
  .object({
    kind: z.enum(URL_KINDS, `must be one of ${URL_KINDS.join(", ")}`),
    name: oneLine(NAME_MAX),
    url: url.describe("ntfy: the topic's address. The others: an incoming webhook's."),
    shows: ChannelShows.default("text"),
  })
  .superRefine(({ kind, url: text }, context) => {
    const message = CHANNELS[kind].problemOf?.(text);
    if (message) context.addIssue({ code: "custom", path: ["url"], message, input: text });
  });
export type CreateChannelBody = z.infer<typeof CreateChannelBody>;

export const UpdateChannelBody = z.object({
  name: oneLine(NAME_MAX).exactOptional(),
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
    doubtful: z
      .literal(true)
      .exactOptional()
      .describe("Its last notifications failed, or the device hasn't confirmed them. Backup channels are used too."),
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
    username: z
      .string()
      .exactOptional()
      .describe("The bot's name, without @.")
      .meta({ examples: ["kiln_street_bot"] }),
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
