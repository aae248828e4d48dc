import { FILTER_NAMES, FILTERS, positionOf } from "#lib/desk/conversations/filter.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { type InboxFilter, listFilter } from "./inbox-filter.ts";

/** A row's position in the list: a time in the list's order, then the id (contract.md section 6). */
export type RowPosition = { at: string; id: string };

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

/** Whether only the server can say which conversations the list has. */
export function isJudgedByServer(filter: InboxFilter): boolean {
  const values = listFilter(filter);
  return FILTER_NAMES.some((name) => values[name] !== undefined && !FILTERS[name].matches);
}

/** The ids of what the server listed, for a filter that only it can judge. */
export type Listed = ReadonlySet<string> | undefined;

/** Returns a function that says whether a row is in a reader's list, as far as a browser can judge the filter. */
export function matcherOf(filter: InboxFilter, readerId: string, listed?: Listed): (row: ConversationJson) => boolean {
  const values = listFilter(filter);
  const checks = FILTER_NAMES.flatMap((name) => {
    const { matches } = FILTERS[name];
    const value = values[name];
    return value === undefined || !matches ? [] : (row: ConversationJson) => matches(row, value, readerId);
  });
  return (row) =>
    (values.spam !== undefined || !row.spam) &&
    (listed === undefined || listed.has(row.id)) &&
    checks.every((isMet) => isMet(row));
}

/**
 * Returns the known conversations of a filter in order. Rows below the loaded range are left out, because only some
 * of them are known.
 */
export function rowsInOrder(
  known: Iterable<ConversationJson>,
  filter: InboxFilter,
  end: RowPosition | undefined,
  readerId: string,
  listed?: Listed,
): ConversationJson[] {
  const matches = matcherOf(filter, readerId, listed);
  const rows: ConversationJson[] = [];
  for (const row of known) if (matches(row) && isAbove(row, end, filter.order)) rows.push(row);
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
