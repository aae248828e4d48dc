import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { comparePositions, type RowPosition } from "#components/filter/list-order.ts";
import { positionOf } from "#lib/desk/conversations/filter.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

/** One page of the list, as returned by the server or the API. */
export type ListPage = { conversations: ConversationJson[]; nextCursor?: string };

/** How far a list is loaded: to its end, or to a position with the cursor of the next page. */
export type ListRange = { end?: RowPosition; nextCursor?: string };

/** Returns the range of a page. Rows that move up later don't change it. */
export function rangeOf({ conversations, nextCursor }: ListPage, order?: InboxFilter["order"]): ListRange {
  const last = conversations.at(-1);
  if (!nextCursor || !last) return {};
  return { end: positionOf(last, order), nextCursor };
}

/** Returns the range that reaches further down. */
export function furtherOf(one: ListRange, other: ListRange | undefined, order?: InboxFilter["order"]): ListRange {
  if (!other) return one;
  if (!one.end) return one;
  if (!other.end) return other;
  return comparePositions(one.end, other.end, order) >= 0 ? one : other;
}
