import type { ConversationJson } from "#lib/conversations/schema.ts";
import type { ListPage, ListRange } from "./list-range.ts";

/** What a list keeps in this tab while conversations are opened: its rows as shown, how far it reaches, and its place. */
type ListMemory = {
  shown?: readonly ConversationJson[];
  range?: ListRange;
  /** All that was loaded of a search. */
  found?: ListPage;
  /** How often something had been missed when the range was last known to be complete. */
  completeAt?: number;
  scrollTop?: number;
  hadFocus?: boolean;
};

// Written by effects and handlers only, which run in the browser: on the server it would be everybody's.
const memories = new Map<string, ListMemory>();

export const rememberedList = (key: string): ListMemory => memories.get(key) ?? {};

export function rememberList(key: string, memory: ListMemory): void {
  memories.set(key, { ...memories.get(key), ...memory });
}
