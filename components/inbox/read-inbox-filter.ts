import { ListConversationsQuery } from "#lib/conversations/schema.ts";
import { SEARCH_MAX } from "#lib/conversations/search-length.ts";
import { cutText } from "#platform/text.ts";
import type { InboxFilter } from "./inbox-filter.ts";

type SearchParams = Record<string, string | string[] | undefined>;

const { status: Status, siteId: SiteId, q: Search } = ListConversationsQuery.shape;

/**
 * Reads the filter from the inbox's URL. Invalid parts are left out, so the inbox shows open conversations. A search
 * that's too long is cut.
 */
export function readInboxFilter({ status, site, q }: SearchParams): InboxFilter {
  const siteId = SiteId.safeParse(site).data;
  const search = Search.safeParse(typeof q === "string" ? cutText(q, SEARCH_MAX) : q).data;
  return {
    status: status === "all" || status === "spam" ? status : (Status.safeParse(status).data ?? "open"),
    ...(siteId && { siteId: siteId.toLowerCase() }),
    ...(search && { q: search }),
  };
}
