"use client";

import { useEffect, useEffectEvent } from "react";
import { workspaceHeader } from "#components/api/call-api.ts";
import { isAttended, onAttention } from "#components/live/attention.ts";
import { onLeaving } from "#components/live/leaving.ts";
import type { PersonLooking } from "#lib/desk/presence/schema.ts";

const EVERY_MS = 15_000;

/**
 * Reports that a conversation is in view while it's open in a tab that someone uses, so that no device is notified about
 * it. Failures are ignored: then a device is. Each report returns who else had it in view, and when that was asked, in ms.
 */
export function usePresence(
  conversationId: string | null,
  onPeople: (people: readonly PersonLooking[], askedAt: number) => void,
): void {
  const note = useEffectEvent(onPeople);
  useEffect(() => {
    if (conversationId === null) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let sent = Promise.resolve();
    let isOver = false;

    const send = async (body: { leaving?: true }) => {
      if (!navigator.onLine) return;
      const headers = { "Content-Type": "application/json", ...workspaceHeader() };
      const call = { method: "POST", headers, body: JSON.stringify(body) };
      const signal = AbortSignal.timeout(EVERY_MS);
      const askedAt = Date.now();
      // It's sent even if the page is closed meanwhile.
      const response = await fetch(`/conversations/${conversationId}/presence`, {
        ...call,
        signal,
        keepalive: true,
      }).catch(() => undefined);
      if (!response?.ok || body.leaving) return;
      const reported: { people: PersonLooking[] } | undefined = await response.json().catch(() => undefined);
      if (reported && !isOver) note(reported.people, askedAt);
    };
    // One after the other, because the last one counts.
    const sendNext = (body: { leaving?: true }) => {
      sent = sent.then(() => send(body)).catch(() => undefined);
    };
    const stop = () => {
      const wasInView = timer !== undefined;
      clearInterval(timer);
      timer = undefined;
      return wasInView;
    };
    const leave = () => {
      if (stop()) sendNext({ leaving: true });
      return sent;
    };
    const follow = () => {
      if (!isAttended()) {
        void leave();
        return;
      }
      timer ??= setInterval(follow, EVERY_MS);
      sendNext({});
    };
    // A page that's being closed waits for nothing.
    const close = () => {
      if (stop()) void send({ leaving: true });
    };

    const unsubscribe = onAttention(follow);
    addEventListener("pageshow", follow);
    addEventListener("pagehide", close);
    addEventListener("online", follow);
    const unregister = onLeaving({ leave, follow });
    follow();
    return () => {
      isOver = true;
      unregister();
      unsubscribe();
      removeEventListener("pageshow", follow);
      removeEventListener("pagehide", close);
      removeEventListener("online", follow);
      void leave();
    };
  }, [conversationId]);
}
