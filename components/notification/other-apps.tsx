"use client";

import { callApi } from "#components/api/call-api.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import type { ChannelJson } from "#lib/channels/schema.ts";
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
            <ChannelRow key={channel.id} channel={channel} onRemove={remove} />
          ))}
        </ul>
      )}
      <div>
        <AddChannel />
      </div>
    </div>
  );
}

async function remove({ id }: ChannelJson): Promise<string | undefined> {
  const result = await callApi(`/account/channels/${id}`, { method: "DELETE" });
  return result.ok || result.problem.code === "not_found" ? undefined : result.problem.words;
}
