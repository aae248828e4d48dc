"use client";

import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import type { ChannelJson } from "#lib/outbox/channels/schema.ts";
import { AddChannel } from "./add-channel.tsx";
import { ChannelRow } from "./channel-row.tsx";

/** The chats and services that get notifications by their address. */
export function OtherApps({ channels }: { channels: ChannelJson[] }) {
  return (
    <div className="grid justify-items-start gap-5 *:w-full">
      {channels.length > 0 && (
        <ul
          aria-label={notificationsCopy.otherApps.title}
          className="divide-y divide-line rounded-lg border border-line"
        >
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      <div>
        <AddChannel />
      </div>
    </div>
  );
}
