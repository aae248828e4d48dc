import { type AddressOf, openAddress, type SealedAddress } from "./address.ts";
import type { ChannelKind, ChannelNotice, Sender, SendOutcome } from "./sender.ts";
import { sendToDiscord } from "./senders/discord.ts";
import { sendToMattermost } from "./senders/mattermost.ts";
import { sendToNtfy } from "./senders/ntfy.ts";
import { sendPush } from "./senders/push.ts";
import { sendToSlack } from "./senders/slack.ts";
import { sendToTelegram } from "./senders/telegram.ts";

const SENDERS: { [Kind in ChannelKind]: Sender<AddressOf[Kind]> } = {
  push: sendPush,
  telegram: sendToTelegram,
  ntfy: sendToNtfy,
  slack: sendToSlack,
  discord: sendToDiscord,
  mattermost: sendToMattermost,
};

/** Sends a notice through a channel. */
export async function sendNotice<Kind extends ChannelKind>(
  channel: SealedAddress<Kind>,
  notice: ChannelNotice,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { id, kind } = channel;
  const address = openAddress(channel);
  if (!address) return { status: "failed", reason: "unreadable", stops: "unreadable" };
  const send: Sender<AddressOf[Kind]> = SENDERS[kind];
  return send(address, notice, { signal, channelId: id });
}
