import { deliveriesCopy } from "#components/catalogs/deliveries.tsx";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { stoppedWords } from "#components/notification/channel-words.ts";
import type { MailHop, WebhookHop } from "#lib/notify/deliveries/schema.ts";
import type { NotificationJson } from "#lib/notify/notifications/schema.ts";
import type { ChannelJson, ChannelListResponse } from "#lib/outbox/channels/schema.ts";
import type { TestNotifications } from "./use-test-delivery.ts";

/** The state of a message on one of its ways, as labels. */
export type HopStatus = { state: "done" | "waiting" | "problem" | "off"; text: string; what?: string };

const { apps: otherApps } = notificationsCopy.otherApps;
const APPS = { ...deliveriesCopy.apps, ...otherApps };

const seconds = (ms: number) => (ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** Returns the time between two moments of the server's clock. */
const between = (from: string, to: string) => seconds(Date.parse(to) - Date.parse(from));

export const storedWords = (ms: number): HopStatus => ({ state: "done", text: deliveriesCopy.stored(seconds(ms)) });

export function liveWords(ms: number | undefined, isLate: boolean): HopStatus {
  if (ms !== undefined) return { state: "done", text: deliveriesCopy.live(seconds(ms)) };
  if (!isLate) return { state: "waiting", text: deliveriesCopy.livePending };
  return { state: "problem", text: deliveriesCopy.liveLate, what: deliveriesCopy.liveLateHint };
}

/** `isLong`: a worker should have started by now. */
export function mailWords({ state, at, attempts, reason = "" }: MailHop, storedAt: string, isLong: boolean): HopStatus {
  switch (state) {
    case "off":
      return { state: "off", text: deliveriesCopy.mailOff, what: deliveriesCopy.mailOffHint };
    case "done":
      return { state: "done", text: deliveriesCopy.mailDone(between(storedAt, at ?? storedAt)) };
    case "skipped":
      return { state: "off", text: deliveriesCopy.mailSkipped, what: reason };
    case "failed":
      return { state: "problem", text: deliveriesCopy.mailFailed, what: reason };
    case "pending":
      if (attempts > 0) {
        return { state: "problem", text: deliveriesCopy.mailRetrying, what: deliveriesCopy.retried(reason) };
      }
      return { state: "waiting", text: deliveriesCopy.mailPending, ...(isLong && { what: deliveriesCopy.noWorker }) };
  }
}

export function webhookWords(hop: WebhookHop, isLong: boolean): HopStatus {
  const { state, attempts, reason = "", statusCode, durationMs = 0 } = hop;
  const failed =
    statusCode === undefined
      ? deliveriesCopy.webhookFailed
      : deliveriesCopy.webhookFailedWith(statusCode, seconds(durationMs));
  switch (state) {
    case "done":
      return { state: "done", text: deliveriesCopy.webhookDone(statusCode ?? 0, seconds(durationMs)) };
    case "off":
    case "skipped":
      return { state: "off", text: deliveriesCopy.webhookSkipped, what: reason };
    case "failed":
      return { state: "problem", text: failed, what: reason };
    case "pending":
      if (attempts > 0) return { state: "problem", text: failed, what: deliveriesCopy.retried(reason) };
      return {
        state: "waiting",
        text: deliveriesCopy.webhookPending,
        ...(isLong && { what: deliveriesCopy.noWorker }),
      };
  }
}

/** How many people the service notifies, and through how many channels. */
export function plannedWords(
  { isPlanned, notifications }: TestNotifications,
  storedAt: string,
  isLong: boolean,
): HopStatus {
  if (!isPlanned) {
    return {
      state: isLong ? "problem" : "waiting",
      text: deliveriesCopy.planning,
      ...(isLong && { what: deliveriesCopy.noWorker }),
    };
  }
  const [first] = notifications;
  if (!first) return { state: "off", text: deliveriesCopy.noChannel };
  const people = new Set(notifications.map(({ userId }) => userId)).size;
  return {
    state: "done",
    text: deliveriesCopy.planned(between(storedAt, first.createdAt), people, notifications.length),
  };
}

type ChannelHop = HopStatus & { id: string; name: string };

/** The result of each notification, and why the caller's other channels got none. */
export function channelHops(
  { isPlanned, notifications }: TestNotifications,
  { channels }: ChannelListResponse,
  storedAt: string,
  isOver: boolean,
): ChannelHop[] {
  const sent = notifications.map((one) => ({ id: one.id, name: one.name, ...notifiedWords(one, storedAt, isOver) }));
  if (!isPlanned) return sent;
  const isUnused = ({ id }: ChannelJson) => !notifications.some(({ channelId }) => channelId === id);
  const unused = channels
    .filter(isUnused)
    .map((channel) => ({ id: channel.id, name: channel.name, ...unusedWords(channel) }));
  return [...sent.toReversed(), ...unused];
}

function notifiedWords(notification: NotificationJson, storedAt: string, isOver: boolean): HopStatus {
  const { channel, status, detail, acceptedAt, shownAt } = notification;
  const app = APPS[channel];
  const why = detail === undefined ? {} : { what: detail };
  switch (status) {
    case "shown":
      return { state: "done", text: deliveriesCopy.shown(between(storedAt, shownAt ?? storedAt)) };
    case "accepted": {
      const text = deliveriesCopy.accepted(app, between(storedAt, acceptedAt ?? storedAt));
      if (channel !== "push") return { state: "done", text };
      return { state: "waiting", text, what: isOver ? deliveriesCopy.notShown : deliveriesCopy.notShownYet };
    }
    case "failed":
      return { state: "problem", text: deliveriesCopy.notAccepted(app), ...why };
    case "skipped":
      return { state: "off", text: deliveriesCopy.notSent(app), ...why };
    case "pending":
      if (detail === undefined) return { state: "waiting", text: deliveriesCopy.sending(app) };
      return { state: "problem", text: deliveriesCopy.notAccepted(app), what: deliveriesCopy.retried(detail) };
  }
}

function unusedWords(channel: ChannelJson): HopStatus {
  const { kind, stopReason, backup } = channel;
  const text = deliveriesCopy.notSent(APPS[kind]);
  if (stopReason !== undefined) return { state: "problem", text, what: stoppedWords(channel, stopReason) };
  return { state: "off", text, ...(backup && { what: deliveriesCopy.isBackup }) };
}

/** Returns which kinds of channels the caller could set up, as a sentence, or undefined if none. */
export function notSetUp({ channels, push, telegram }: ChannelListResponse): string | undefined {
  const has = (wanted: ChannelJson["kind"]) => channels.some(({ kind }) => kind === wanted);
  const { notSetUp: copy } = deliveriesCopy;
  const missing = [
    push.available && !has("push") && copy.device,
    telegram.available && !has("telegram") && copy.telegram,
    !channels.some(({ kind }) => kind in otherApps) && copy.otherApp,
  ].filter((kind) => kind !== false);
  return missing.length > 0 ? copy.sentence(missing.join(", ")) : undefined;
}
