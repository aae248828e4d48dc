"use client";

import { type RefObject, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";

/** Keeps the draft of a conversation's reply, or of its note. It survives reloads and is shared by all tabs. */
export function useDraft(
  name: `${"draft" | "note-draft"}:${string}`,
  area?: RefObject<HTMLTextAreaElement | null>,
): [string, (text: string) => void] {
  const { storage } = useLive();
  const isHydrated = useHydrated();
  const [draft, setDraft] = useState(isHydrated ? () => storage.get(name) ?? "" : "");

  const write = (text: string) => {
    setDraft(text);
    if (text) storage.set(name, text);
    else storage.remove(name);
  };

  const read = useEffectEvent(() => setDraft(storage.get(name) ?? ""));
  const readFirst = useEffectEvent(() => {
    // The owner may have typed before the scripts ran.
    const typed = area?.current?.value ?? "";
    if (typed && typed !== draft) write([storage.get(name), typed].filter(Boolean).join("\n"));
    else read();
  });
  // The server, which may have rendered this, doesn't know the draft.
  useLayoutEffect(() => {
    readFirst();
    return storage.watch(() => read());
  }, [storage]);

  return [draft, write];
}
