import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { type InboxFilter, listQuery } from "#components/filter/inbox-filter.ts";
import { comparePositions } from "#components/filter/list-order.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { type ListPage, type ListRange, rangeOf } from "./list-range.ts";

const PAGE_MAX = "100";

export function loadPage(filter: InboxFilter, cursor: string): Promise<ApiResult<ListPage>> {
  return callApi(`/conversations?${new URLSearchParams({ ...listQuery(filter), cursor })}`);
}

/** Loads the range of the list again. Undefined if a page fails to load. */
export async function loadRange(
  filter: InboxFilter,
  { end }: ListRange,
): Promise<{ conversations: ConversationJson[]; range: ListRange } | undefined> {
  const conversations: ConversationJson[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = new URLSearchParams({ ...listQuery(filter), ...(cursor ? { cursor, limit: PAGE_MAX } : {}) });
    const result = await callApi<ListPage>(`/conversations?${query}`);
    if (!result.ok) return undefined;
    conversations.push(...result.value.conversations);
    const range = rangeOf(result.value, filter.order);
    if (!range.end || (end && comparePositions(range.end, end, filter.order) >= 0)) return { conversations, range };
    cursor = range.nextCursor;
  }
}
