"use client";

import { useEffectEvent, useLayoutEffect, useState } from "react";
import { readStored } from "#client/storage.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { SavedReplyActions } from "#lib/desk/saved-replies/schema.ts";

const NONE: SavedReplyActions = {};
const isActions = (value: unknown): value is SavedReplyActions => typeof value === "object" && value !== null;

/** Keeps what's to happen when the reply that's being written is sent. It's stored in this browser, with the draft. */
export function useReplyActions(conversationId: string): [SavedReplyActions, (actions: SavedReplyActions) => void] {
  const { storage, drafts } = useLive();
  const name = `draft-actions:${conversationId}`;
  const [actions, setActions] = useState(NONE);

  const change = (next: SavedReplyActions) => {
    setActions(next);
    if (Object.keys(next).length > 0) storage.set(name, JSON.stringify(next));
    else storage.remove(name);
  };
  const read = useEffectEvent(() => setActions(readStored(storage, name, isActions) ?? NONE));
  // The server, which may have rendered this, doesn't know them.
  useLayoutEffect(() => {
    read();
    const stops = [storage.watch(() => read()), drafts.subscribe(() => read())];
    return () => {
      for (const stop of stops) stop();
    };
  }, [storage, drafts]);

  return [actions, change];
}
