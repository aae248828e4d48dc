"use client";

import { type RefObject, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";

/** What is being written to a conversation. It outlives the page, and is the same in all tabs. */
export function useDraft(
  conversationId: string,
  area: RefObject<HTMLTextAreaElement | null>,
): [string, (text: string) => void] {
  const { storage } = useLive();
  const name = `draft:${conversationId}`;
  const [draft, setDraft] = useState("");

  const write = (text: string) => {
    setDraft(text);
    if (text) storage.set(name, text);
    else storage.remove(name);
  };

  const read = useEffectEvent(() => setDraft(storage.get(name) ?? ""));
  const readFirst = useEffectEvent(() => {
    // The page can be written to before its scripts have run.
    const typed = area.current?.value ?? "";
    if (typed) write([storage.get(name), typed].filter(Boolean).join("\n"));
    else read();
  });
  // Not in the first drawing: the server does not know it.
  useLayoutEffect(() => {
    readFirst();
    return storage.watch(() => read());
  }, [storage]);

  return [draft, write];
}
