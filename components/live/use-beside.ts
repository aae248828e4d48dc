"use client";

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { createTranscript, type PageQuery, type Transcript, type TranscriptState } from "#client/transcript.ts";
import { callApi } from "#components/api/call-api.ts";
import type { LiveInbox } from "./live-inbox.ts";
import { useLive } from "./live-provider.tsx";

type Listed = { seq: number; createdAt: string };

/** What a thread has beside its messages: which list of the API, and what the tab knows of it without a request. */
export type Beside<M extends Listed> = {
  name: "notes" | "events";
  /** The last one's known `seq`, or undefined if nothing is known. */
  lastOf: (inbox: LiveInbox, conversationId: string) => number | undefined;
  /** Calls the listener with each one that arrives. */
  onNew?: (inbox: LiveInbox, listener: (one: M & { conversationId: string }) => void) => () => void;
};

/** What's shown until the transcript exists, which is in the browser only. */
function firstShown<M>(messages: readonly M[]): Pick<Transcript<M>, "state" | "loadEarlier"> {
  const state: TranscriptState<M> = { messages, earlier: "none", isLoaded: false, isGone: false, deletedCount: 0 };
  return { state: { get: () => state, subscribe: () => () => undefined }, loadEarlier: async () => undefined };
}

async function fetchPage<M>(name: Beside<never>["name"], conversationId: string, { limit, ...place }: PageQuery) {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [at, seq] of Object.entries(place)) query.set(at, String(seq));
  const result = await callApi<Record<string, M[]> & { hasMore: boolean }>(
    `/conversations/${conversationId}/${name}?${query}`,
  );
  if (result.ok) return { messages: result.value[name] ?? [], hasMore: result.value.hasMore };
  return result.problem.code === "not_found" ? "gone" : undefined;
}

/**
 * Returns the notes or events of a conversation from `since` on, or all of them. Nothing is fetched for a conversation
 * without any, or if the last one is stored here already.
 */
export function useBeside<M extends Listed>(
  { name, lastOf, onNew }: Beside<M>,
  conversationId: string,
  since: string | undefined,
  stored: readonly M[] = [],
): readonly M[] {
  const { inbox } = useLive();
  const [first] = useState(() => firstShown(stored));
  const [transcript, setTranscript] = useState(first);
  const createHere = useEffectEvent(() => {
    const [earliest] = stored;
    const initial = earliest && { messages: stored, hasMore: earliest.seq > 1 };
    return createTranscript<M>({
      ...(initial && { initial }),
      fetchPage: (query) => fetchPage<M>(name, conversationId, query),
    });
  });

  useEffect(() => {
    const made = createHere();
    setTranscript(made);
    const last = () => lastOf(inbox, conversationId) ?? 0;
    const compare = () => {
      if (last() > (made.state.get().messages.at(-1)?.seq ?? 0)) void made.catchUp();
    };
    compare();
    const stops = [
      onNew?.(inbox, (one) => {
        if (one.conversationId === conversationId) made.apply(one);
      }),
      inbox.listen(compare),
      inbox.known.subscribe(compare),
      inbox.onResync(async () => last() === 0 || made.catchUp()),
    ];
    return () => {
      for (const stop of stops) stop?.();
      made.stop();
    };
  }, [lastOf, onNew, conversationId, inbox]);

  const { state, loadEarlier } = transcript;
  const { messages, earlier } = useSyncExternalStore(state.subscribe, state.get, first.state.get);
  const [earliest] = messages;
  const isBehind = earlier === "some" && earliest !== undefined && (since === undefined || earliest.createdAt > since);
  useEffect(() => {
    if (isBehind) void loadEarlier();
  }, [isBehind, loadEarlier]);
  return messages;
}
