import type { SiteJson } from "#lib/sites/sites/schema.ts";

export type InboxFilter = {
  status: "open" | "snoozed" | "closed" | "all" | "spam";
  siteId?: string;
  labelId?: string;
  starred?: true;
  /** Only those assigned to the reader, to no one, or to a person. */
  assignee?: string;
  /** Only those with an unread mention of the reader. */
  mentioned?: true;
  /** Only waiting conversations, longest wait first. */
  order?: "waiting";
  q?: string;
};

/** A site to filter by. */
export type FilterSite = Pick<SiteJson, "id" | "name" | "accentColor">;

function inboxSearch({ status, siteId, labelId, starred, assignee, mentioned, order, q }: InboxFilter): string {
  const query = new URLSearchParams({
    ...(status !== "open" && { status }),
    ...(siteId && { site: siteId }),
    ...(labelId && { label: labelId }),
    ...(starred && { starred: "1" }),
    ...(assignee && { assignee }),
    ...(mentioned && { mentioned: "1" }),
    ...(order && { order }),
    ...(q && { q }),
  });
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

const KINDS = {
  open: { status: "open", snoozed: "false" },
  snoozed: { snoozed: "true" },
  closed: { status: "closed" },
  all: {},
  spam: { spam: "true" },
};

/** Returns the filter as the API's query parameters. */
export function listQuery({
  status,
  siteId,
  labelId,
  starred,
  assignee,
  mentioned,
  order,
  q,
}: InboxFilter): Record<string, string> {
  return {
    ...KINDS[status],
    ...(siteId && { siteId }),
    ...(labelId && { labelId }),
    ...(starred && { starred: "true" }),
    ...(assignee && { assignee }),
    ...(mentioned && { mentioned: "true" }),
    ...(order && { order }),
    ...(q && { q }),
  };
}

/** Returns the filter with another search, which has an order of its own, or without one. */
export function withSearch({ q: _, ...filter }: InboxFilter, q: string): InboxFilter {
  if (q.trim() === "") return filter;
  const { order: __, ...rest } = filter;
  return { ...rest, q };
}
