import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import type { StopReason } from "#lib/outbox/channels/channel-kind.ts";
import type { ChannelJson } from "#lib/outbox/channels/schema.ts";

const copy = notificationsCopy.channel;

const isDevice = ({ kind }: Pick<ChannelJson, "kind">) => kind === "push";

/** Says why a channel was stopped, and what to do about it. */
export function stoppedWords(channel: Pick<ChannelJson, "kind">, reason: StopReason): string {
  const { device, app } = copy.stopped;
  const words: Partial<Record<StopReason, string>> = isDevice(channel) ? device : app;
  return words[reason] ?? app.gone;
}

/** Says what makes a channel doubtful. */
export const doubtfulWords = (channel: Pick<ChannelJson, "kind">): string =>
  isDevice(channel) ? copy.doubtful.device : copy.doubtful.app;
