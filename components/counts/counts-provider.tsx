"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { OwnerLiveEvent } from "#components/live/live-inbox.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { ConversationCounts } from "#lib/desk/conversations/schema.ts";

const NOTHING: ConversationCounts = {
  unread: { conversations: 0, messages: 0 },
  open: 0,
  closed: 0,
  starred: 0,
  snoozed: 0,
  waiting: 0,
  sites: [],
};
const CountsContext = createContext(NOTHING);

/** What's unread, waiting and snoozed in the whole inbox. */
export const useCounts = () => use(CountsContext);

const SOON_MS = 150;
const APART_MS = 2_000;

/** Keeps the counts current: fetched again soon after something that may change them, with pauses. */
export function CountsProvider({ known, children }: { known: ConversationCounts | null; children: ReactNode }) {
  const { inbox, workspaces } = useLive();
  const isElsewhere = workspaces.length > 1;
  const [counts, setCounts] = useState(known ?? NOTHING);

  useEffect(() => {
    let fetchedAt = 0;
    let asked = 0;
    let shown = 0;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const refetch = async () => {
      fetchedAt = Date.now();
      asked += 1;
      const turn = asked;
      const result = await callApi<{ counts: ConversationCounts }>("/conversations/counts");
      // A slow response mustn't replace a later one's.
      if (result.ok && turn > shown) {
        shown = turn;
        setCounts(result.value.counts);
      }
      return result.ok;
    };
    const refetchSoon = (event: OwnerLiveEvent) => {
      if (!changesCounts(event) || waiting) return;
      const inMs = Math.max(SOON_MS, fetchedAt + APART_MS - Date.now());
      waiting = setTimeout(() => {
        waiting = undefined;
        void refetch();
      }, inMs);
    };
    const stopListening = inbox.listen(refetchSoon);
    const stopAsking = inbox.onResync(refetch);
    // No event says what's new in another workspace.
    const refetchIfSeen = () => isElsewhere && document.visibilityState === "visible" && void refetch();
    document.addEventListener("visibilitychange", refetchIfSeen);
    return () => {
      stopListening();
      stopAsking();
      document.removeEventListener("visibilitychange", refetchIfSeen);
      clearTimeout(waiting);
    };
  }, [inbox, isElsewhere]);

  return <CountsContext value={counts}>{children}</CountsContext>;
}

const changesCounts = ({ type, data }: OwnerLiveEvent) =>
  type === "message.created" ||
  type === "note.created" ||
  type === "conversation.updated" ||
  (type === "read" && data.by === "owner");
