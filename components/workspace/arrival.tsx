"use client";

import { useEffect } from "react";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { showToast } from "#components/ui/toast.tsx";

// The next page of this tab reads it: another workspace's is a new document.
const KEPT = "site-inbox-arrival";

/** Has the next page say which workspace it's in, if it's in this one. */
export const announceArrival = ({ id, name }: { id: string; name: string }) =>
  sessionStorage.setItem(KEPT, JSON.stringify({ id, name }));

/** Says which workspace this is, if a switch or an invitation led here. */
export function Arrival() {
  const { workspaceId } = useLive();
  useEffect(() => {
    const kept = sessionStorage.getItem(KEPT);
    if (kept === null) return;
    sessionStorage.removeItem(KEPT);
    const { id, name } = JSON.parse(kept);
    if (id === workspaceId) showToast({ words: workspaceCopy.nowIn(name) });
  }, [workspaceId]);
  return null;
}
