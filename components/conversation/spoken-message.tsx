"use client";

import { useEffect, useState } from "react";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { cutText } from "#platform/characters.ts";
import { plainText } from "#platform/formatted-text/parse.ts";

const SPOKEN_MAX = 300;

/** Announces the visitor's new messages to screen readers while the conversation is open. */
export function SpokenMessage({ conversationId, visitor }: { conversationId: string; visitor: string }) {
  const { inbox } = useLive();
  const [text, setText] = useState("");

  useEffect(
    () =>
      inbox.onMessage((message) => {
        const isVisitors = message.conversationId === conversationId && message.senderType === "visitor";
        if (isVisitors) setText(cutText(plainText(message.body), SPOKEN_MAX));
      }),
    [conversationId, inbox],
  );

  return (
    <p role="status" className="sr-only">
      {text && conversationCopy.spoken(visitor, text)}
    </p>
  );
}
