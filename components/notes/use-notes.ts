"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { createTranscript, type PageQuery, type Transcript, type TranscriptState } from "#client/transcript.ts";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { NoteJson } from "#lib/notes/schema.ts";

type NotePage = { notes: NoteJson[]; hasMore: boolean };

const NONE: TranscriptState<NoteJson> = { messages: [], earlier: "none", isLoaded: false, isGone: false };
/** Until the transcript exists, which is in the browser only. */
const NOTHING: Pick<Transcript<NoteJson>, "state" | "loadEarlier"> = {
  state: { get: () => NONE, subscribe: () => () => undefined },
  loadEarlier: async () => undefined,
};

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
 * notes.
 */
export function useNotes(conversationId: string, since: string | undefined): readonly NoteJson[] {
  const { inbox } = useLive();
  const [transcript, setTranscript] = useState(NOTHING);

  useEffect(() => {
    const made = createTranscript<NoteJson>({ fetchPage: (query) => fetchPage(conversationId, query) });
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
  const { messages, earlier } = useSyncExternalStore(state.subscribe, state.get, NOTHING.state.get);
  const [first] = messages;
  const isBehind = earlier === "some" && first !== undefined && (since === undefined || first.createdAt > since);
  useEffect(() => {
    if (isBehind) void loadEarlier();
  }, [isBehind, loadEarlier]);
  return messages;
}
