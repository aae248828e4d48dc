import { useMemo } from "react";
import { isHeld, type UnsentFields } from "#client/unsent.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnsent } from "#components/live/use-unsent.ts";

/** Returns the conversation's unsent replies and notes, and functions that send one, and the one that's held back. */
export function useReplies(conversationId: string) {
  const { replies } = useLive();
  const all = useUnsent();
  const unsent = useMemo(() => all.filter(({ to }) => to === conversationId), [all, conversationId]);
  const held = unsent.find(isHeld);
  return {
    unsent,
    send: (body: string, fields: Omit<UnsentFields, "to">) => replies.add(body, { ...fields, to: conversationId }),
    onSendAnyway: held && (() => replies.sendAnyway(held.key)),
  };
}
