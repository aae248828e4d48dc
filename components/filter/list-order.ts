import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { InboxFilter } from "./inbox-filter.ts";

/** A row's position in the list: a time in the list's order, then the id (contract.md section 6). */
export type RowPosition = { at: string; id: string };

/** Returns a row's position: when it last moved to the top, or since when it waits. */
export function positionOf(row: ConversationJson, order?: InboxFilter["order"]): RowPosition {
  const { id } = row;
  if (order === "waiting") return { at: row.waitingSince ?? "", id };
  return { at: row.wokenAt && row.wokenAt > row.lastMessageAt ? row.wokenAt : row.lastMessageAt, id };
}

/** Orders a position before those below it. */
export function comparePositions(one: RowPosition, other: RowPosition, order?: InboxFilter["order"]): number {
  const down = order === "waiting" ? 1 : -1;
  if (one.at !== other.at) return one.at > other.at ? down : -down;
  if (one.id === other.id) return 0;
  return one.id > other.id ? down : -down;
}

/** Orders rows as the list does. */
export const compareRows = (order?: InboxFilter["order"]) => (one: ConversationJson, other: ConversationJson) =>
  comparePositions(positionOf(one, order), positionOf(other, order), order);

export function matchesFilter(row: ConversationJson, filter: InboxFilter, readerId: string): boolean {
  if (filter.assignee && !isAssigned(row, filter.assignee, readerId)) return false;
  if (filter.mentioned && row.forYou?.reason !== "mention") return false;
  if (filter.siteId && filter.siteId !== row.siteId) return false;
  if (filter.labelId && !row.labelIds.includes(filter.labelId)) return false;
  if (filter.starred && !row.starred) return false;
  if (filter.order === "waiting" && !row.waitingSince) return false;
  const isSpam = row.spam === true;
  if (isSpam || filter.status === "spam") return isSpam && filter.status === "spam";
  if (filter.status === "snoozed") return row.snoozed === true;
  if (filter.status === "open" && row.snoozed) return false;
  return filter.status === "all" || filter.status === row.status;
}

const isAssigned = ({ assigneeId }: ConversationJson, assignee: string, readerId: string) =>
  assignee === "none" ? assigneeId === undefined : assigneeId === (assignee === "me" ? readerId : assignee);

/**
 * Returns the known conversations of a filter in order. Rows below the loaded range are left out, because only some
 * of them are known.
 */
export function rowsInOrder(
  known: Iterable<ConversationJson>,
  filter: InboxFilter,
  end: RowPosition | undefined,
  readerId: string,
): ConversationJson[] {
  const rows: ConversationJson[] = [];
  for (const row of known) {
    if (matchesFilter(row, filter, readerId) && isAbove(row, end, filter.order)) rows.push(row);
  }
  return rows.sort(compareRows(filter.order));
}

/** Whether a row is within a loaded range. */
export const isAbove = (row: ConversationJson, end: RowPosition | undefined, order: InboxFilter["order"]) =>
  !end || comparePositions(positionOf(row, order), end, order) <= 0;

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
