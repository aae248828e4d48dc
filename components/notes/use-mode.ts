"use client";

import { useLayoutEffect, useState } from "react";
import { useLive } from "#components/live/live-provider.tsx";

/** What the box below a conversation is for: a reply to the visitor, or a note for the team. */
export type Mode = "reply" | "note";

/** Keeps the mode of a conversation's box. Another tab's change shows after a reload only. */
export function useMode(conversationId: string): [Mode, (mode: Mode) => void] {
  const { storage } = useLive();
  const name = `draft-mode:${conversationId}`;
  const [mode, setMode] = useState<Mode>("reply");

  // Not in the first render: the server doesn't know it.
  useLayoutEffect(() => setMode(storage.get(name) === "note" ? "note" : "reply"), [storage, name]);

  const change = (next: Mode) => {
    setMode(next);
    if (next === "note") storage.set(name, next);
    else storage.remove(name);
  };
  return [mode, change];
}
