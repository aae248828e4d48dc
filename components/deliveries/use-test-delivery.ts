import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { TestDeliveryJson } from "#lib/notify/deliveries/schema.ts";
import type { ConversationNotificationsJson, NotificationJson } from "#lib/notify/notifications/schema.ts";
import type { ChannelListResponse } from "#lib/outbox/channels/schema.ts";

const ASK_EVERY_MS = 700;
const ASK_LATER_EVERY_MS = 3_000;
/** A worker should have started by then. */
export const LONG_MS = 10_000;
const WATCHED_MS = 60_000;

/** The channels chosen for the test message, and the result of each. */
export type TestNotifications = { isPlanned: boolean; notifications: NotificationJson[] };

type Found = { delivery: TestDeliveryJson; notified: TestNotifications; channels: ChannelListResponse };
export type Watched = { found?: Found; problem?: string; isLong: boolean; isOver: boolean };

/** Whether a device could still confirm it, or a channel is still being tried. */
const isUnderWay = ({ channel, status }: NotificationJson) =>
  status === "pending" || (status === "accepted" && channel === "push");

const isMoving = ({ delivery: { mail, webhooks }, notified }: Found) =>
  [mail, ...webhooks].some(({ state }) => state === "pending") ||
  !notified.isPlanned ||
  notified.notifications.some(isUnderWay);

/** Follows a test message on each of its ways, for a minute or until everything has arrived. */
export function useTestDelivery(siteId: string, messageId: string, conversationId: string): Watched {
  const { inbox } = useLive();
  const [watched, setWatched] = useState<Watched>({ isLong: false, isOver: false });
  useEffect(() => {
    const startedAt = performance.now();
    const asking = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = 0;
    const ask = async () => {
      clearTimeout(timer);
      asked += 1;
      const turn = asked;
      const result = await fetchDelivery(siteId, messageId, conversationId);
      // A stream event may have asked again meanwhile.
      if (asking.signal.aborted || turn < asked) return;
      const spent = performance.now() - startedAt;
      const isOver = spent > WATCHED_MS || ("found" in result && !isMoving(result.found));
      setWatched((before) => ({ ...before, ...result, isLong: spent > LONG_MS, isOver }));
      if (!isOver) timer = setTimeout(ask, spent > LONG_MS ? ASK_LATER_EVERY_MS : ASK_EVERY_MS);
    };
    void ask();
    const stopListening = inbox.listen((event) => {
      if (event.type === "notification.failed" && event.data.conversationId === conversationId) void ask();
    });
    return () => {
      asking.abort();
      stopListening();
      clearTimeout(timer);
    };
  }, [inbox, siteId, messageId, conversationId]);
  return watched;
}

async function fetchDelivery(
  siteId: string,
  messageId: string,
  conversationId: string,
): Promise<{ found: Found } | { problem: string }> {
  const [delivered, proof, listed] = await Promise.all([
    callApi<{ delivery: TestDeliveryJson }>(`/sites/${siteId}/test-message/${messageId}`),
    callApi<ConversationNotificationsJson>(`/conversations/${conversationId}/notifications`),
    callApi<ChannelListResponse>("/account/channels"),
  ]);
  if (!delivered.ok) return { problem: delivered.problem.words };
  if (!proof.ok) return { problem: proof.problem.words };
  if (!listed.ok) return { problem: listed.problem.words };
  const { delivery } = delivered.value;
  // An earlier test message has notifications of its own.
  const notifications = proof.value.notifications.filter(({ createdAt }) => createdAt >= delivery.stored.at);
  const notified = { isPlanned: proof.value.endedBy === "test", notifications };
  return { found: { delivery, notified, channels: listed.value } };
}
