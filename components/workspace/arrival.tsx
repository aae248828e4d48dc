"use client";

import { useEffect } from "react";
import { workspaceNewsCopy } from "#components/catalogs/workspace-news.tsx";
import { takeAnnouncement } from "#components/live/announcement.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { showToast } from "#components/ui/toast.tsx";

/** Says which workspace this is, if a switch or an invitation led here, or the loss of another one. */
export function Arrival() {
  const { workspaceId } = useLive();
  useEffect(() => {
    const announced = takeAnnouncement();
    if (announced?.kind === "loss") showToast({ words: workspaceNewsCopy.accessLost(announced.name) });
    if (announced?.kind === "arrival" && announced.id === workspaceId)
      showToast({ words: workspaceNewsCopy.nowIn(announced.name) });
  }, [workspaceId]);
  return null;
}
