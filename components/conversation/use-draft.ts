"use client";

import { useEffectEvent, useLayoutEffect, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";

/** What is being written to a conversation. It outlives the page, and is the same in all tabs. */
export function useDraft(conversationId: string): [string, (text: string) => void] {
  const { storage } = useLive();
  const name = `draft:${conversationId}`;
  const [draft, setDraft] = useState("");

  const read = useEffectEvent(() => setDraft(storage.get(name) ?? ""));
  // Not in the first drawing: the server does not know it.
  useLayoutEffect(() => {
    read();
    return storage.watch(() => read());
  }, [storage]);

  const write = (text: string) => {
    setDraft(text);
    if (text) storage.set(name, text);
    else storage.remove(name);
  };
  return [draft, write];
}
