import { FILTER_NAMES } from "../conversations/filter.ts";
import { ViewFilter } from "./schema.ts";

const NAMES = [...FILTER_NAMES, "q"] as const;
const IDS: readonly string[] = ["siteId", "labelId", "assignee"] satisfies (keyof ViewFilter)[];

/** Returns a filter as it's stored: a query string with its parameters in one order. */
export function filterText(filter: ViewFilter): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = filter[name];
    if (value !== undefined) query.set(name, IDS.includes(name) ? value.toLowerCase() : value);
  }
  return query.toString();
}

/** Reads a stored filter. Null if this version doesn't know it. */
export const readFilter = (text: string): ViewFilter | null =>
  ViewFilter.safeParse(Object.fromEntries(new URLSearchParams(text))).data ?? null;

/** Names are compared by it. */
export const nameKeyOf = (name: string): string => name.normalize("NFKC").toLowerCase();
