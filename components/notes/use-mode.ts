"use client";

import { useEffectEvent, useLayoutEffect, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";

/** What the box below a conversation is for: a reply to the visitor, or a note for the team. */
export type Mode = "reply" | "note";

/** Keeps the mode of a conversation's box. Another tab's change shows after a reload only. */
export function useMode(conversationId: string): [Mode, (mode: Mode) => void] {
  const { storage } = useLive();
  const name = `draft-mode:${conversationId}`;
  const stored = () => (storage.get(name) === "note" ? "note" : "reply");
  const isHydrated = useHydrated();
  const [mode, setMode] = useState<Mode>(isHydrated ? stored : "reply");

  // The server, which may have rendered this, doesn't know it.
  const read = useEffectEvent(() => setMode(stored()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it's another conversation's then.
  useLayoutEffect(() => read(), [storage, name]);

  const change = (next: Mode) => {
    setMode(next);
    if (next === "note") storage.set(name, next);
    else storage.remove(name);
  };
  return [mode, change];
}
