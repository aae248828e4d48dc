"use client";

import { useEffect, useEffectEvent } from "react";
import { useOpenPage } from "#components/ui/use-open-page.ts";

/** Registers the service worker, and opens what a click on one of its notifications is about. */
export function ServiceWorker() {
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
    workers.register("/service-worker.js", { updateViaCache: "none" }).catch(() => undefined);
    return () => workers.removeEventListener("message", listener);
  }, []);

  return null;
}
