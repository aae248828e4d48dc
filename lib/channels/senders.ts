import { type AddressOf, openAddress, type SealedAddress, sealAddress } from "./address.ts";
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

/** What came of a notice. `resealed` is the address under the current key, if it was under the previous one. */
export type SentNotice = SendOutcome & { resealed?: Buffer };

/** Sends a notice through a channel. */
export async function sendNotice<Kind extends ChannelKind>(
  channel: SealedAddress<Kind>,
  notice: ChannelNotice,
  signal: AbortSignal,
): Promise<SentNotice> {
  const { id, kind } = channel;
  const opened = openAddress(channel);
  if (!opened) return { status: "failed", reason: "unreadable", stops: "unreadable" };
  const send: Sender<AddressOf[Kind]> = SENDERS[kind];
  const outcome = await send(opened.address, notice, { signal, channelId: id });
  return opened.isCurrent ? outcome : { ...outcome, resealed: sealAddress(kind, opened.address, id) };
}
