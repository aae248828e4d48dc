import type { z } from "zod";
import type { ChannelKindOf } from "./channel-kind.ts";
import { discord } from "./kinds/discord.ts";
import { mattermost } from "./kinds/mattermost.ts";
import { ntfy } from "./kinds/ntfy.ts";
import { push } from "./kinds/push.ts";
import { slack } from "./kinds/slack.ts";
import { telegram } from "./kinds/telegram.ts";

const KINDS = { push, telegram, ntfy, slack, discord, mattermost };

type Kinds = typeof KINDS;
export type ChannelKind = keyof Kinds;
export type UrlKind = { [Kind in ChannelKind]: Kinds[Kind] extends { isUrl: true } ? Kind : never }[ChannelKind];

/** Where each kind of channel sends to. */
export type AddressOf = { [Kind in ChannelKind]: z.infer<Kinds[Kind]["address"]> };

/** The kinds of channels. The database accepts any text as one, so this list is the only one. */
export const CHANNELS: { [Kind in ChannelKind]: ChannelKindOf<AddressOf[Kind], unknown> } = KINDS;

export const CHANNEL_KINDS = Object.keys(KINDS) as ChannelKind[];
export const isUrlKind = (kind: ChannelKind): kind is UrlKind => "isUrl" in KINDS[kind];
export const URL_KINDS = CHANNEL_KINDS.filter(isUrlKind);
