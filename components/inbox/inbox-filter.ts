export type InboxFilter = { status: "open" | "closed" | "all"; siteId?: string };

type SearchParams = Record<string, string | string[] | undefined>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What an inbox address asks for. What makes no sense is left out: the inbox opens with its open conversations. */
export function readInboxFilter({ status, site }: SearchParams): InboxFilter {
  return {
    status: status === "closed" || status === "all" ? status : "open",
    ...(typeof site === "string" && UUID.test(site) && { siteId: site.toLowerCase() }),
  };
}

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
