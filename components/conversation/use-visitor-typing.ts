"use client";

import { useEffect, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";

// Who types says so every 3 s; one that gets lost is no reason to flicker.
const LASTS_MS = 6000;

/** Whether the visitor is writing right now. */
export function useVisitorTyping(conversationId: string): boolean {
  const { inbox } = useLive();
  const [isTyping, setTyping] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const stopListening = inbox.listen(({ type, data }) => {
      if (type === "typing" && data.conversationId === conversationId && data.by === "visitor") {
        clearTimeout(timer);
        timer = setTimeout(end, LASTS_MS);
        setTyping(true);
      }
      if (type === "message.created" && data.message.conversationId === conversationId) {
        if (data.message.senderType === "visitor") end();
      }
    });
    return () => {
      stopListening();
      end();
    };
  }, [conversationId, inbox]);

  return isTyping;
}
