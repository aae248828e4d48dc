"use client";

import { useEffect, useState } from "react";
import { TYPING_SHOWN_MS } from "#client/typing.ts";
import { useLive } from "#components/live/live-provider.tsx";

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
        timer = setTimeout(end, TYPING_SHOWN_MS);
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
