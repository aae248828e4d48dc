"use client";

import { useMemo } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnsent } from "#components/live/use-unsent.ts";

/** The replies to a conversation that are on their way, and how another one gets there. */
export function useReplies(conversationId: string) {
  const { replies } = useLive();
  const all = useUnsent();
  const unsent = useMemo(() => all.filter(({ to }) => to === conversationId), [all, conversationId]);
  return { unsent, send: (body: string) => replies.add(body, conversationId) };
}
