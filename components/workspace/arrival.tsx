"use client";

import { useEffect } from "react";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { showToast } from "#components/ui/toast.tsx";

// The next page of this tab reads it: another workspace's is a new document.
const KEPT = "site-inbox-arrival";

/** Stores the workspace that's about to open, so the next page can say where it is. */
export function announceArrival({ id, name }: { id: string; name: string }): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ id, name }));
  } catch {
    // Storage is full or blocked. The way there mustn't depend on it.
  }
}

/** Returns what was announced, once. */
function takeArrival(): { id: string; name: string } | null {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return kept === null ? null : JSON.parse(kept);
  } catch {
    return null;
  }
}

/** Says which workspace this is, if a switch or an invitation led here. */
export function Arrival() {
  const { workspaceId } = useLive();
  useEffect(() => {
    const arrival = takeArrival();
    if (arrival?.id === workspaceId) showToast({ words: workspaceCopy.nowIn(arrival.name) });
  }, [workspaceId]);
  return null;
}
