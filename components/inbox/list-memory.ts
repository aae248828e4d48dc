import type { Listed } from "#components/filter/list-order.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ListPage, ListRange } from "./list-range.ts";

/**
 * What this tab remembers of a list while conversations are opened: its rows as shown, its range, and its scroll
 * position.
 */
type ListMemory = {
  shown?: readonly ConversationJson[];
  range?: ListRange;
  /** What the server listed, if only it can judge the filter. */
  listed?: Listed;
  /** Everything loaded of a search. */
  found?: ListPage;
  /** How often events had been missed when the range was last complete. */
  completeAt?: number;
  scrollTop?: number;
  hadFocus?: boolean;
};

// Only effects and handlers write to it, so only in the browser: on the server, all requests would share it.
const memories = new Map<string, ListMemory>();

export const rememberedList = (key: string): ListMemory => memories.get(key) ?? {};

export function rememberList(key: string, memory: ListMemory): void {
  memories.set(key, { ...memories.get(key), ...memory });
}
