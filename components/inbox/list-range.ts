import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { comparePositions, isAbove, type RowPosition } from "#components/filter/list-order.ts";
import { positionOf } from "#lib/desk/conversations/filter.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

/** One page of the list, as returned by the server or the API. */
export type ListPage = { conversations: ConversationJson[]; nextCursor?: string };

/**
 * How far a list is loaded: to its end, or to a position with the cursor of the next page. Until a row was found, there's the
 * cursor alone.
 */
export type ListRange = { end?: RowPosition; nextCursor?: string };

/** Returns the range of a page. Rows that move up later don't change it. */
export function rangeOf({ conversations, nextCursor }: ListPage, order?: InboxFilter["order"]): ListRange {
  const last = conversations.at(-1);
  if (!nextCursor) return {};
  return { ...(last && { end: positionOf(last, order) }), nextCursor };
}

const isWhole = ({ nextCursor }: ListRange) => nextCursor === undefined;

/** Whether a row is in the loaded part of a list. */
export const isWithin = (row: ConversationJson, range: ListRange, order: InboxFilter["order"]) =>
  isWhole(range) || (range.end !== undefined && isAbove(row, range.end, order));

/** Whether a range reaches as far down as another. */
export function reaches(range: ListRange, other: ListRange, order: InboxFilter["order"]): boolean {
  if (isWhole(range) || isWhole(other)) return isWhole(range);
  if (!range.end || !other.end) return other.end === undefined;
  return comparePositions(range.end, other.end, order) >= 0;
}

/** Returns a range that goes on below another, with a page that may be empty. */
export const rangeBelow = ({ end }: ListRange, page: ListPage, order?: InboxFilter["order"]): ListRange => {
  const range = rangeOf(page, order);
  return isWhole(range) || !end ? range : { end, ...range };
};

/** Returns the range that reaches further down. */
export function furtherOf(one: ListRange, other: ListRange | undefined, order?: InboxFilter["order"]): ListRange {
  return !other || reaches(one, other, order) ? one : other;
}
