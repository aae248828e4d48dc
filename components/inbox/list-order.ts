import type { ConversationJson } from "#lib/conversations/schema.ts";
import type { InboxFilter } from "./inbox-filter.ts";

/** A row's position in the list: newest message first, then the id (contract.md section 6). */
export type Place = Pick<ConversationJson, "lastMessageAt" | "id">;

/** Orders a row before those below it. */
export function comparePlaces(one: Place, other: Place): number {
  if (one.lastMessageAt !== other.lastMessageAt) return one.lastMessageAt > other.lastMessageAt ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id > other.id ? -1 : 1;
}

export function matchesFilter({ status, siteId, spam }: ConversationJson, filter: InboxFilter): boolean {
  if (filter.siteId && filter.siteId !== siteId) return false;
  const isSpam = spam === true;
  if (isSpam || filter.status === "spam") return isSpam && filter.status === "spam";
  return filter.status === "all" || filter.status === status;
}

/**
 * Returns the known conversations of a filter in order. Rows below the loaded range are left out, because only some
 * of them are known.
 */
export function rowsInOrder(
  known: Iterable<ConversationJson>,
  filter: InboxFilter,
  end: Place | undefined,
): ConversationJson[] {
  const rows: ConversationJson[] = [];
  for (const row of known) {
    if (matchesFilter(row, filter) && (!end || comparePlaces(row, end) <= 0)) rows.push(row);
  }
  return rows.sort(comparePlaces);
}

/**
 * Returns the order to show while the reader is busy with the list: nothing moves, appears or disappears above the
 * last row shown, and rows loaded below it are added.
 */
export function heldOrder(shown: readonly string[], target: readonly string[]): string[] {
  const isShown = new Set(shown);
  const below = target.slice(target.findLastIndex((id) => isShown.has(id)) + 1);
  return [...shown, ...below];
}

/** Counts the rows of the target that aren't shown, or are shown lower. */
export function countArrivals(shown: readonly string[], target: readonly string[]): number {
  const ranks = new Map(shown.map((id, rank) => [id, rank]));
  let lowest = Number.POSITIVE_INFINITY;
  let arrivals = 0;
  for (const id of target.toReversed()) {
    const rank = ranks.get(id) ?? Number.POSITIVE_INFINITY;
    if (rank >= lowest || rank === Number.POSITIVE_INFINITY) arrivals += 1;
    else lowest = rank;
  }
  return arrivals;
}

export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, rank) => id === other[rank]);
}
