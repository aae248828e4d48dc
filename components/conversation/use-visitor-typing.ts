"use client";

import { useEffect, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";

// Clients report typing every 3 s. One lost report shouldn't make the indicator flicker.
const LASTS_MS = 6000;

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
