import { ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { SEARCH_MAX } from "#lib/desk/conversations/search-length.ts";
import { cutText } from "#platform/characters.ts";
import type { InboxFilter } from "./inbox-filter.ts";

type SearchParams = Record<string, string | string[] | undefined>;

const { status: Status, siteId: Id, assignee: Assignee, q: Search } = ListConversationsQuery.shape;
const OTHER_STATUSES = ["all", "snoozed", "spam"] as const;

/**
 * Reads the filter from the inbox's URL. Invalid parts are left out, so the inbox shows open conversations. A search
 * that's too long is cut.
 */
export function readInboxFilter({
  status,
  site,
  label,
  starred,
  assignee,
  mentioned,
  order,
  q,
}: SearchParams): InboxFilter {
  const siteId = Id.safeParse(site).data;
  const labelId = Id.safeParse(label).data;
  const assigneeId = Assignee.safeParse(assignee).data;
  const search = Search.safeParse(typeof q === "string" ? cutText(q, SEARCH_MAX) : q).data;
  return {
    status: OTHER_STATUSES.find((other) => other === status) ?? Status.safeParse(status).data ?? "open",
    ...(siteId && { siteId: siteId.toLowerCase() }),
    ...(labelId && { labelId: labelId.toLowerCase() }),
    ...(starred === "1" && { starred: true }),
    ...(assigneeId && { assignee: assigneeId.toLowerCase() }),
    ...(mentioned === "1" && { mentioned: true }),
    ...(order === "waiting" && !search && { order }),
    ...(search && { q: search }),
  };
}
