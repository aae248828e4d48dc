import { openAddress, type SealedAddress } from "./address.ts";
import type { ChannelNotice, SendOutcome } from "./channel-kind.ts";
import { CHANNELS, type ChannelKind } from "./kinds.ts";

/** Sends a notice through a channel. */
export async function sendNotice<Kind extends ChannelKind>(
  channel: SealedAddress<Kind>,
  notice: ChannelNotice,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const address = openAddress(channel);
  if (!address) return { status: "failed", reason: "unreadable", stops: "unreadable" };
  return CHANNELS[channel.kind].send(address, notice, { signal, channelId: channel.id });
}
