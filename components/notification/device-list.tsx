"use client";

import { callApi } from "#components/api/call-api.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import type { ChannelJson } from "#lib/channels/schema.ts";
import { ChannelRow } from "./channel-row.tsx";
import { turnOffNotifications } from "./notification-choice.ts";
import { ownDevice } from "./own-device.ts";

const { devices: copy } = notificationsCopy;

/** The devices that get push messages. */
export function DeviceList({ devices }: { devices: ChannelJson[] }) {
  const { userId } = useLive();
  if (devices.length === 0) return <p className="text-quiet">{copy.none}</p>;

  const remove = async ({ id }: ChannelJson) => {
    if (ownDevice(userId)?.channelId === id) return turnOffNotifications(userId);
    const result = await callApi(`/account/channels/${id}`, { method: "DELETE" });
    return result.ok || result.problem.code === "not_found" ? undefined : result.problem.words;
  };

  return (
    <ul aria-label={copy.title} className="divide-y divide-line rounded-lg border border-line">
      {devices.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} onRemove={remove} />
      ))}
    </ul>
  );
}
