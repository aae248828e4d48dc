"use client";

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { PersonLooking } from "#lib/desk/presence/schema.ts";
import {
  type Colleagues,
  isDoubtful,
  nextEnd,
  noteLeft,
  noteLooking,
  noteReport,
  noteSent,
  noteTyping,
  shownColleagues,
  stillThere,
} from "./colleagues.ts";
import { useTeam } from "./team-provider.tsx";

type State = { of: string; all: Colleagues; at: number };

/** Returns which colleagues look at a conversation or type in it, and what notes a report of who's looking. */
export function useColleagues(conversationId: string) {
  const { inbox, userId } = useLive();
  const { isShared } = useTeam();
  const [state, setState] = useState<State>({ of: conversationId, all: [], at: 0 });
  const all = state.of === conversationId ? state.all : NO_ONE;

  const change = useCallback(
    (next: (before: Colleagues, now: number) => Colleagues) =>
      setState((before) => {
        const now = Date.now();
        return { of: conversationId, all: next(before.of === conversationId ? before.all : NO_ONE, now), at: now };
      }),
    [conversationId],
  );
  // When each colleague left, for reports that the service made just before.
  const left = useRef(new Map<string, number>());
  const onReport = useCallback(
    (people: readonly PersonLooking[], askedAt: number) => {
      const there = stillThere(people, left.current, askedAt);
      change((before, now) => noteReport(before, there, now));
    },
    [change],
  );

  useEffect(() => {
    if (!isShared) return undefined;
    return inbox.listen(({ type, data }) => {
      if (type === "presence" && data.conversationId === conversationId && data.userId !== userId) {
        if (data.state === "left") left.current.set(data.userId, Date.now());
        else left.current.delete(data.userId);
        change((before, now) =>
          data.state === "left" ? noteLeft(before, data.userId) : noteLooking(before, data.userId, now),
        );
      }
      if (type === "typing" && data.conversationId === conversationId && data.userId && data.userId !== userId) {
        const typist = { userId: data.userId, isNote: data.note ?? false };
        change((before, now) => noteTyping(before, typist, now));
      }
      if (type === "message.created" && data.message.conversationId === conversationId)
        change((before) => noteSent(before, data.message.senderId));
      if (type === "note.created" && data.note.conversationId === conversationId)
        change((before) => noteSent(before, data.note.authorId));
    });
  }, [inbox, userId, conversationId, isShared, change]);

  // If a report is overdue, the service is asked once before its colleague is dropped.
  const onEnd = useEffectEvent(async () => {
    if (!isDoubtful(all, Date.now())) return change((before) => before);
    const askedAt = Date.now();
    const result = await callApi<{ people: PersonLooking[] }>(`/conversations/${conversationId}/presence`);
    onReport(result.ok ? result.value.people : [], askedAt);
  });
  useEffect(() => {
    const now = Date.now();
    const end = isDoubtful(all, now) ? now : nextEnd(all, now);
    if (end === undefined) return undefined;
    const timer = setTimeout(() => void onEnd(), end - now);
    return () => clearTimeout(timer);
  }, [all]);

  return { shown: shownColleagues(all, state.at), onReport };
}

const NO_ONE: Colleagues = [];
