export type InboxFilter = { status: "open" | "closed" | "all"; siteId?: string };

/** The address of the inbox, or of one conversation in it, with the same filter. */
export function inboxPath({ status, siteId }: InboxFilter, conversationId?: string): string {
  const query = new URLSearchParams({ ...(status !== "open" && { status }), ...(siteId && { site: siteId }) });
  const path = conversationId ? `/inbox/${conversationId}` : "/inbox";
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The filter as the API takes it. */
export function listQuery({ status, siteId }: InboxFilter) {
  return { ...(status !== "all" && { status }), ...(siteId && { siteId }) };
}
