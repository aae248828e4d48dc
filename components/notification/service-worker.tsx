"use client";

import { useEffect, useEffectEvent } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { useOpenPage } from "#components/ui/use-open-page.ts";
import { ownDevice } from "./own-device.ts";
import { registerWorker } from "./register-worker.ts";

/** Registers the service worker, and opens what a click on one of its notifications is about. */
export function ServiceWorker() {
  const { userId } = useLive();
  const openPage = useOpenPage();
  const onMessage = useEffectEvent(({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data?.open === "string") openPage(data.open);
  });

  useEffect(() => {
    // Plain http has none.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return undefined;
    const listener = (event: MessageEvent) => onMessage(event);
    workers.addEventListener("message", listener);
    workers.startMessages();
    const start = async () => {
      await registerWorker();
      if (ownDevice(userId)) await (await import("./device.ts")).resumeDevice(userId);
    };
    start().catch(() => undefined);
    return () => workers.removeEventListener("message", listener);
  }, [userId]);

  return null;
}
