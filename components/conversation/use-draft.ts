"use client";

import { type RefObject, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import type { DraftName } from "#components/live/synced-drafts.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";

/** A draft, and what its writer wrote on another device at the same time. */
export type Draft = {
  text: string;
  write: (text: string) => void;
  /** Empty if there's nothing to offer. */
  other: string;
  discardOther: () => void;
};

/** Keeps the draft of a conversation's reply, or of its note. It survives reloads and is shared by all tabs and devices. */
export function useDraft(name: DraftName, area?: RefObject<HTMLTextAreaElement | null>): Draft {
  const { storage, drafts } = useLive();
  const isHydrated = useHydrated();
  const [draft, setDraft] = useState(isHydrated ? () => storage.get(name) ?? "" : "");
  const [other, setOther] = useState(isHydrated ? () => drafts.otherOf(name) : "");

  const write = (text: string) => {
    setDraft(text);
    if (text) storage.set(name, text);
    else storage.remove(name);
    drafts.note(name);
  };

  const read = useEffectEvent(() => {
    setDraft(storage.get(name) ?? "");
    setOther(drafts.otherOf(name));
  });
  const readFirst = useEffectEvent(() => {
    // The owner may have typed before the scripts ran.
    const typed = area?.current?.value ?? "";
    if (typed && typed !== draft) write([storage.get(name), typed].filter(Boolean).join("\n"));
    else read();
  });
  // The server, which may have rendered this, doesn't know the draft.
  useLayoutEffect(() => {
    readFirst();
    const stops = [storage.watch(() => read()), drafts.subscribe(() => read())];
    return () => {
      for (const stop of stops) stop();
    };
  }, [storage, drafts]);

  return { text: draft, write, other, discardOther: () => drafts.discardOther(name) };
}
