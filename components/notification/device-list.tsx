"use client";

import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import type { ChannelJson } from "#lib/outbox/channels/schema.ts";
import { ChannelRow, removeChannel } from "./channel-row.tsx";
import { turnOffNotifications } from "./notification-choice.ts";
import { ownDevice } from "./own-device.ts";

const { devices: copy } = notificationsCopy;

/** The devices that get push messages. */
export function DeviceList({ devices }: { devices: ChannelJson[] }) {
  const { userId } = useLive();
  if (devices.length === 0) return <p className="text-quiet">{copy.none}</p>;

  const remove = (channel: ChannelJson) =>
    ownDevice(userId)?.channelId === channel.id ? turnOffNotifications(userId) : removeChannel(channel);

  return (
    <ul aria-label={copy.title} className="divide-y divide-line rounded-lg border border-line">
      {devices.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} onRemove={remove} />
      ))}
    </ul>
  );
}
