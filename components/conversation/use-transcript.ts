"use client";

import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import {
  createTranscript,
  type Page,
  type PageQuery,
  type Transcript,
  type TranscriptState,
} from "#client/transcript.ts";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { isOutdated, noteShown } from "#components/live/page-age.ts";
import type { MessageJson } from "#lib/desk/messages/schema.ts";

export type MessagePage = Page<MessageJson>;

type TranscriptView = Pick<Transcript<MessageJson>, "state" | "loadEarlier">;

/** The page's messages, until the transcript exists, which is in the browser only. */
function firstShown({ messages, hasMore, deletedCount = 0 }: MessagePage): TranscriptView {
  const state: TranscriptState<MessageJson> = {
    messages,
    earlier: hasMore ? "some" : "none",
    isLoaded: true,
    isGone: false,
    deletedCount,
  };
  return { state: { get: () => state, subscribe: () => () => undefined }, loadEarlier: async () => undefined };
}

const lastSeqOf = ({ state }: TranscriptView) => state.get().messages.at(-1)?.seq ?? 0;

async function fetchPage(conversationId: string, { limit, ...place }: PageQuery) {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, seq] of Object.entries(place)) query.set(name, String(seq));
  const result = await callApi<MessagePage>(`/conversations/${conversationId}/messages?${query}`);
  if (result.ok) return result.value;
  return result.problem.code === "not_found" ? "gone" : undefined;
}

/** Returns the messages of a conversation: the page's, new ones live, and earlier ones on demand. */
export function useTranscript(conversationId: string, newest: MessagePage) {
  const { inbox } = useLive();
  const [first] = useState(() => firstShown(newest));
  const [transcript, setTranscript] = useState(first);
  // A page that the router cached may be outdated.
  const isBehind = useEffectEvent(() => {
    const { lastSeq = 0, deletedCount = 0 } = inbox.known.get().get(conversationId) ?? {};
    const wasKept = isOutdated(newest, inbox.timesMissed());
    noteShown(newest, inbox.timesMissed());
    return wasKept || lastSeq > (newest.messages.at(-1)?.seq ?? 0) || deletedCount > (newest.deletedCount ?? 0);
  });
  const createHere = useEffectEvent(() =>
    createTranscript<MessageJson>({ initial: newest, fetchPage: (query) => fetchPage(conversationId, query) }),
  );

  useEffect(() => {
    const made = createHere();
    setTranscript(made);
    if (isBehind()) void made.catchUp();
    const stopListening = inbox.onMessage((message) => {
      if (message.conversationId === conversationId) made.apply(message);
    });
    const stopAsking = inbox.onResync(() => made.catchUp());
    // An event can refer to a message that never arrived, or has been deleted.
    const stopComparing = inbox.listen(() => {
      const deletedCount = inbox.known.get().get(conversationId)?.deletedCount ?? 0;
      const isOutdated = deletedCount > made.state.get().deletedCount;
      if (isOutdated || (inbox.lastSeqOf(conversationId) ?? 0) > lastSeqOf(made)) void made.catchUp();
    });
    return () => {
      stopListening();
      stopComparing();
      stopAsking();
      made.stop();
    };
  }, [conversationId, inbox]);

  const { state, loadEarlier } = transcript;
  const shown = useSyncExternalStore(state.subscribe, state.get, first.state.get);
  const onEarlier = useCallback(() => void loadEarlier(), [loadEarlier]);
  return { ...shown, onEarlier };
}
