import { useEffect, useSyncExternalStore } from "react";
import type { ScheduledReplyJson } from "#lib/desk/scheduled-replies/schema.ts";
import { useLive } from "./live-provider.tsx";

const NONE: readonly ScheduledReplyJson[] = [];

/** Returns the replies of a conversation that are still to be sent, or were stopped: its page's, or newer ones. */
export function useScheduled(
  conversationId: string,
  brought: readonly ScheduledReplyJson[] | undefined,
): readonly ScheduledReplyJson[] {
  const { known, learn } = useLive().scheduled;
  useEffect(() => learn(conversationId, brought), [learn, conversationId, brought]);
  return useSyncExternalStore(
    known.subscribe,
    () => known.get().by.get(conversationId) ?? brought ?? NONE,
    () => brought ?? NONE,
  );
}
