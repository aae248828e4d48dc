import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { type InboxFilter, listQuery } from "#components/filter/inbox-filter.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { type ListPage, type ListRange, rangeBelow, reaches } from "./list-range.ts";

const PAGE_MAX = "100";

export function loadPage(filter: InboxFilter, cursor: string): Promise<ApiResult<ListPage>> {
  return callApi(`/conversations?${new URLSearchParams({ ...listQuery(filter), cursor })}`);
}

/** Loads the range of the list again, or its first pages. Undefined if a page fails to load. */
export async function loadRange(
  filter: InboxFilter,
  wanted: ListRange,
  pagesMax = Number.POSITIVE_INFINITY,
): Promise<{ conversations: ConversationJson[]; range: ListRange } | undefined> {
  const conversations: ConversationJson[] = [];
  let cursor: string | undefined;
  let range: ListRange = {};
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ ...listQuery(filter), ...(cursor ? { cursor, limit: PAGE_MAX } : {}) });
    const result = await callApi<ListPage>(`/conversations?${query}`);
    if (!result.ok) return undefined;
    conversations.push(...result.value.conversations);
    range = rangeBelow(range, result.value, filter.order);
    if (page >= pagesMax || reaches(range, wanted, filter.order)) return { conversations, range };
    cursor = range.nextCursor;
  }
}
