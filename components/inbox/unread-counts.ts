import { useSyncExternalStore } from "react";
import type { ConversationJson } from "#lib/conversations/schema.ts";

type Counted = Pick<ConversationJson, "id" | "updatedAt" | "unreadCount">;

/*
 * What the server last said to this tab of a conversation that it read or changed. It outlives the pages, because the
 * router shows a page that it kept, with the list as it was then, on the way back.
 */
const answers = new Map<string, Counted>();
const listeners = new Set<() => void>();

/** Reading does not move `updatedAt`: of two answers with the same one, that with less unread is the newer. */
function newerOf(one: Counted, other: Counted): Counted {
  if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt ? one : other;
  return one.unreadCount < other.unreadCount ? one : other;
}

/** Notes the server's answer to the reading or changing of a conversation. */
export function noteUnreadCount({ id, updatedAt, unreadCount }: Counted): void {
  const answer = { id, updatedAt, unreadCount };
  answers.set(id, newerOf(answer, answers.get(id) ?? answer));
  for (const listener of listeners) listener();
}

/** How many messages are new to the owner, by the row of a list or by what the server has said since it was made. */
export function latestUnreadCount(row: Counted): number {
  return newerOf(row, answers.get(row.id) ?? row).unreadCount;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many of a conversation's messages are new to the owner. */
export function useUnreadCount(row: Counted): number {
  return useSyncExternalStore(
    subscribe,
    () => latestUnreadCount(row),
    () => row.unreadCount,
  );
}
