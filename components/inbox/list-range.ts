import type { ConversationJson } from "#lib/conversations/schema.ts";
import { comparePlaces, type Place } from "./list-order.ts";

/** One page of the list, as the server or the API gave it. */
export type ListPage = { conversations: ConversationJson[]; nextCursor?: string };

/** How far down a list is loaded: to the end, or to a place with what asks for the page below it. */
export type ListRange = { end?: Place; nextCursor?: string };

/** How far a page reaches; rows that move up later do not change that. */
export function rangeOf({ conversations, nextCursor }: ListPage): ListRange {
  const last = conversations.at(-1);
  if (!nextCursor || !last) return {};
  return { end: { id: last.id, lastMessageAt: last.lastMessageAt }, nextCursor };
}

/** The range that reaches further down. */
export function furtherOf(one: ListRange, other: ListRange | undefined): ListRange {
  if (!other) return one;
  if (!one.end) return one;
  if (!other.end) return other;
  return comparePlaces(one.end, other.end) >= 0 ? one : other;
}
