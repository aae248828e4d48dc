import { env } from "#platform/env.ts";
import { pushReach } from "#platform/push/push-reach.ts";
import { openAddress, type SealedAddress } from "./address.ts";
import { CHANNELS, type ChannelKind } from "./kinds.ts";
import { pushKeys } from "./push-keys.system.ts";
import type { Channel } from "./queries.ts";
import type { ChannelJson, PushJson } from "./schema.ts";

export const toChannelJson = (channel: Channel): ChannelJson => ({
  id: channel.id,
  kind: channel.kind,
  name: channel.name,
  shows: channel.shows,
  backup: channel.isBackup,
  address: placeOf(channel),
  ...(channel.isDoubtful && { doubtful: true }),
  ...(channel.isThisDevice && { thisDevice: true }),
  ...(channel.lastAcceptedAt && { lastDeliveredAt: channel.lastAcceptedAt.toISOString() }),
  ...(channel.lastShownAt && { lastShownAt: channel.lastShownAt.toISOString() }),
  ...(channel.stoppedAt && { stoppedAt: channel.stoppedAt.toISOString() }),
  ...(channel.stopReason && { stopReason: channel.stopReason }),
  createdAt: channel.createdAt.toISOString(),
});

// The rest of an address is a secret.
function placeOf<Kind extends ChannelKind>(channel: SealedAddress<Kind>): string {
  const opened = openAddress(channel);
  return opened ? CHANNELS[channel.kind].show(opened) : "";
}

/** Says whether devices can get push messages from this service. */
export async function toPushJson(): Promise<PushJson> {
  const reach = pushReach(env().BASE_URL);
  if (reach === "insecure" || reach === "ip_address") return { available: false, reason: reach };
  const { publicKey } = await pushKeys();
  return { available: true, ...(reach === "this_host" && { reason: reach }), publicKey };
}
