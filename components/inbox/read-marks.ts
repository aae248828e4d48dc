import { useSyncExternalStore } from "react";

/*
 * How far this tab has read which conversation. It outlives the pages, because the router shows a page that it kept, with
 * the list as it was then, on the way back.
 */
const marks = new Map<string, number>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export function noteRead(conversationId: string, seq: number): void {
  marks.set(conversationId, Math.max(seq, marks.get(conversationId) ?? 0));
  tell();
}

export function forgetRead(conversationId: string): void {
  marks.delete(conversationId);
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many of a conversation's messages are new to the owner. */
export function useUnreadCount({ id, lastSeq, unreadCount }: { id: string; lastSeq: number; unreadCount: number }) {
  const readUpTo = useSyncExternalStore(
    subscribe,
    () => marks.get(id) ?? 0,
    () => 0,
  );
  return readUpTo >= lastSeq ? 0 : unreadCount;
}
