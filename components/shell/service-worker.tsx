"use client";

import { useEffect, useEffectEvent } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { ownDevice } from "#components/notification/own-device.ts";
import { registerWorker } from "#components/notification/register-worker.ts";
import { useOpenPage } from "#components/ui/use-open-page.ts";

const closing = () => import("#components/notification/close-read.ts");

/**
 * Registers the service worker, stores the inbox for reading it offline, opens what a click on a notification is about,
 * and closes notifications about what has been read.
 */
export function ServiceWorker() {
  const session = useLive();
  const { inbox, userId } = session;
  const openPage = useOpenPage();
  const onMessage = useEffectEvent(({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data?.open === "string") openPage(data.open);
  });

  useEffect(() => {
    // Plain http has none. Turbopack takes `navigator.serviceWorker` itself for always true, and drops a check of it.
    if (!("serviceWorker" in navigator)) return undefined;
    const workers = navigator.serviceWorker;
    const listener = (event: MessageEvent) => onMessage(event);
    workers.addEventListener("message", listener);
    workers.startMessages();
    const ending = new AbortController();
    const keep = async () => {
      const { keepForOffline } = await import("./keep-for-offline.ts");
      if (!ending.signal.aborted) ending.signal.addEventListener("abort", keepForOffline(session));
    };
    const start = async () => {
      await registerWorker();
      if (ownDevice(userId)) await (await import("#components/notification/device.ts")).resumeDevice(userId);
    };
    keep().catch(() => undefined);
    start().catch(() => undefined);
    return () => {
      workers.removeEventListener("message", listener);
      ending.abort();
    };
  }, [session, userId]);

  useEffect(() => {
    const close = async () => {
      if (ownDevice(userId)) await (await closing()).closeRead(inbox);
    };
    const closeMissed = async () => !ownDevice(userId) || (await closing()).closeReadMeanwhile(inbox);
    const stopWatching = inbox.known.subscribe(() => void close().catch(() => undefined));
    const stopAsking = inbox.onResync(() => closeMissed().catch(() => true));
    return () => {
      stopWatching();
      stopAsking();
    };
  }, [inbox, userId]);

  return null;
}
