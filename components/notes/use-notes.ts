"use client";

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { createTranscript, type PageQuery, type Transcript, type TranscriptState } from "#client/transcript.ts";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { NoteJson } from "#lib/notes/schema.ts";

type NotePage = { notes: NoteJson[]; hasMore: boolean };

/** What's shown until the transcript exists, which is in the browser only. */
function firstShown(messages: readonly NoteJson[]): Pick<Transcript<NoteJson>, "state" | "loadEarlier"> {
  const state: TranscriptState<NoteJson> = { messages, earlier: "none", isLoaded: false, isGone: false };
  return { state: { get: () => state, subscribe: () => () => undefined }, loadEarlier: async () => undefined };
}

async function fetchPage(conversationId: string, { limit, ...place }: PageQuery) {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, seq] of Object.entries(place)) query.set(name, String(seq));
  const result = await callApi<NotePage>(`/conversations/${conversationId}/notes?${query}`);
  if (result.ok) return { messages: result.value.notes, hasMore: result.value.hasMore };
  return result.problem.code === "not_found" ? "gone" : undefined;
}

const noteAt = ({ state }: Transcript<NoteJson>) => state.get().messages.at(-1)?.seq ?? 0;

/**
 * Returns the notes of a conversation from `since` on, or all of them. Nothing is fetched for a conversation without
 * notes, or if the last one is stored here already.
 */
export function useNotes(
  conversationId: string,
  since: string | undefined,
  stored: readonly NoteJson[] = [],
): readonly NoteJson[] {
  const { inbox } = useLive();
  const [first] = useState(() => firstShown(stored));
  const [transcript, setTranscript] = useState(first);
  const createHere = useEffectEvent(() => {
    const [earliest] = stored;
    const initial = earliest && { messages: stored, hasMore: earliest.seq > 1 };
    return createTranscript<NoteJson>({
      ...(initial && { initial }),
      fetchPage: (query) => fetchPage(conversationId, query),
    });
  });

  useEffect(() => {
    const made = createHere();
    setTranscript(made);
    const compare = () => {
      if ((inbox.lastNoteOf(conversationId) ?? 0) > noteAt(made)) void made.catchUp();
    };
    compare();
    const stops = [
      inbox.onNote((note) => {
        if (note.conversationId === conversationId) made.apply(note);
      }),
      inbox.listen(compare),
      inbox.known.subscribe(compare),
      inbox.onResync(async () => (inbox.lastNoteOf(conversationId) ?? 0) === 0 || made.catchUp()),
    ];
    return () => {
      for (const stop of stops) stop();
      made.stop();
    };
  }, [conversationId, inbox]);

  const { state, loadEarlier } = transcript;
  const { messages, earlier } = useSyncExternalStore(state.subscribe, state.get, first.state.get);
  const [earliest] = messages;
  const isBehind = earlier === "some" && earliest !== undefined && (since === undefined || earliest.createdAt > since);
  useEffect(() => {
    if (isBehind) void loadEarlier();
  }, [isBehind, loadEarlier]);
  return messages;
}
