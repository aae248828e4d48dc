import { FILTER_NAMES, FILTERS, type ListFilter, TABS, type Tab, tabOf } from "#lib/desk/conversations/filter.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";

/** What the inbox shows: a status or spam, narrowed by further filters and a search. */
export type InboxFilter = Omit<ListFilter, "status" | "snoozed" | "spam"> & {
  status: Tab;
  q?: string;
};

export const isStatus = (given: unknown): given is InboxFilter["status"] =>
  typeof given === "string" && Object.hasOwn(TABS, given);

/** A site to filter by. */
export type FilterSite = Pick<SiteJson, "id" | "name" | "accentColor">;

/** Returns a filter of lists as the API has it. A search isn't one. */
export const listFilter = ({ status, q: _, ...further }: InboxFilter): ListFilter => ({
  ...TABS[status],
  ...further,
});

/** Returns the inbox's filter for one of the API, which has the filters of a tab. */
export const inboxFilterOf = ({ q, ...filter }: ListFilter & { q?: string }): InboxFilter => {
  const { status: _, snoozed: __, spam: ___, ...further } = filter;
  return { ...further, status: tabOf(filter) ?? "all", ...(q && { q }) };
};

/** Returns the filter as the API's query parameters. */
export const listQuery = (filter: InboxFilter): Record<string, string> => ({
  ...listFilter(filter),
  ...(filter.q && { q: filter.q }),
});

function inboxSearch({ status, q, ...further }: InboxFilter): string {
  const query = new URLSearchParams(status === "open" ? {} : { status });
  const values: ListFilter = further;
  for (const name of FILTER_NAMES) {
    const { url, isFlag } = FILTERS[name];
    const value = values[name];
    if (url && value) query.set(url, isFlag ? "1" : value);
  }
  if (q) query.set("q", q);
  return query.size > 0 ? `?${query}` : "";
}

/** Returns the path of the inbox, or of a conversation in it, with the same filter. */
export const inboxPath = (filter: InboxFilter, conversationId?: string): string =>
  `${conversationId ? `/inbox/${conversationId}` : "/inbox"}${inboxSearch(filter)}`;

/** Returns what makes the paths of a list's conversations. The filter is written once for all. */
export function rowPaths(filter: InboxFilter): (conversationId: string) => string {
  const search = inboxSearch(filter);
  return (conversationId) => `/inbox/${conversationId}${search}`;
}

/** Returns the filter with another search, which has an order of its own, or without one. */
export function withSearch({ q: _, ...filter }: InboxFilter, q: string): InboxFilter {
  if (q.trim() === "") return filter;
  const { order: __, ...rest } = filter;
  return { ...rest, q };
}
