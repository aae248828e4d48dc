export type InboxFilter = { status: "open" | "closed" | "all" | "spam"; siteId?: string; q?: string };

/** Returns the path of the inbox, or of a conversation in it, with the same filter. */
export function inboxPath({ status, siteId, q }: InboxFilter, conversationId?: string): string {
  const query = new URLSearchParams({
    ...(status !== "open" && { status }),
    ...(siteId && { site: siteId }),
    ...(q && { q }),
  });
  const path = conversationId ? `/inbox/${conversationId}` : "/inbox";
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns the filter as the API's query parameters. */
export function listQuery({ status, siteId, q }: InboxFilter) {
  const kind = status === "spam" ? { spam: "true" } : status !== "all" && { status };
  return { ...kind, ...(siteId && { siteId }), ...(q && { q }) };
}

/** Returns the filter with another search, or without one. */
export function withSearch({ q: _, ...filter }: InboxFilter, q: string): InboxFilter {
  return q.trim() === "" ? filter : { ...filter, q };
}
