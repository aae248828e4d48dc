import { useSyncExternalStore } from "react";
import { createStore } from "#client/store.ts";

/** All conversations that match a list's filter, as they were counted. */
export type Matching = { count: number; moreMatch?: true; asOf: string };

export type Selection = {
  /** Whether the list shows what can be selected. */
  isOn: boolean;
  ids: ReadonlySet<string>;
  /** Where a range begins, and the ids that were selected before it. */
  anchor?: string | undefined;
  before?: ReadonlySet<string>;
  /** Set if conversations that aren't loaded are selected too. */
  matching?: Matching | undefined;
};

const NONE: Selection = { isOn: false, ids: new Set() };

// Kept here, because opening a conversation replaces the list. Only the browser writes to it.
const selected = createStore<{ key: string; selection: Selection }>({ key: "", selection: NONE });

const selectionOf = (key: string) => (selected.get().key === key ? selected.get().selection : NONE);

/** Returns what's selected in a list, by the path of its filter. Another list begins without a selection. */
export const useSelection = (key: string): Selection =>
  useSyncExternalStore(
    selected.subscribe,
    () => selectionOf(key),
    () => NONE,
  );

const select = (key: string, ids: ReadonlySet<string>, anchor?: string, before = ids) =>
  selected.set({ key, selection: { isOn: true, ids, anchor, before } });

export const startSelecting = (key: string) => select(key, selectionOf(key).ids);

export const clearSelection = () => selected.set({ key: "", selection: NONE });

/** Selects a row, or no longer. */
export function toggleSelected(key: string, id: string): void {
  const ids = new Set(selectionOf(key).ids);
  if (!ids.delete(id)) ids.add(id);
  select(key, ids, id);
}

/** Selects the rows from the anchor to this one, instead of the range before. Without an anchor, it begins at the other given one. */
export function extendSelection(key: string, rows: readonly string[], to: string, from: string | undefined): void {
  const { ids, anchor = from ?? to, before = ids } = selectionOf(key);
  const ends = [rows.indexOf(anchor), rows.indexOf(to)].map((at) => Math.max(at, 0));
  const range = rows.slice(Math.min(...ends), Math.max(...ends) + 1);
  select(key, new Set([...before, ...range]), anchor, before);
}

export const selectAll = (key: string, rows: readonly string[]) => select(key, new Set(rows));

export const selectMatching = (key: string, matching: Matching) =>
  selected.set({ key, selection: { ...selectionOf(key), isOn: true, matching } });
