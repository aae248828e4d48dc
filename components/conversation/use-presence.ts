"use client";

import { useEffect } from "react";
import { workspaceHeader } from "#components/api/call-api.ts";
import { isAttended, onAttention } from "#components/live/attention.ts";

const EVERY_MS = 15_000;

/**
 * Reports that a conversation is in view while it's open in a tab that someone uses, so that no device is notified about
 * it. Failures are ignored: then a device is.
 */
export function usePresence(conversationId: string | null): void {
  useEffect(() => {
    if (conversationId === null) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let sent = Promise.resolve();

    const send = async (body: { leaving?: true }) => {
      if (!navigator.onLine) return;
      const headers = { "Content-Type": "application/json", ...workspaceHeader() };
      const call = { method: "POST", headers, body: JSON.stringify(body) };
      const signal = AbortSignal.timeout(EVERY_MS);
      // It's sent even if the page is closed meanwhile.
      await fetch(`/conversations/${conversationId}/presence`, { ...call, signal, keepalive: true }).catch(
        () => undefined,
      );
    };
    // One after the other, because the last one counts.
    const sendNext = (body: { leaving?: true }) => {
      sent = sent.then(() => send(body));
    };
    const stop = () => {
      const wasInView = timer !== undefined;
      clearInterval(timer);
      timer = undefined;
      return wasInView;
    };
    const leave = () => {
      if (stop()) sendNext({ leaving: true });
    };
    const follow = () => {
      if (!isAttended()) return leave();
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
    follow();
    return () => {
      unsubscribe();
      removeEventListener("pageshow", follow);
      removeEventListener("pagehide", close);
      removeEventListener("online", follow);
      leave();
    };
  }, [conversationId]);
}
