import { z } from "zod";
import { FILTER_NAMES, FILTERS } from "#lib/desk/conversations/filter.ts";
import { isRange, ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { SEARCH_MAX } from "#lib/desk/conversations/search-length.ts";
import { cutText } from "#platform/characters.ts";
import { type InboxFilter, isStatus } from "./inbox-filter.ts";

type SearchParams = Record<string, string | string[] | undefined>;

const { q: Search, limit: _, cursor: __, ...Fields } = ListConversationsQuery.shape;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const ListFilter = z.object(Fields);

/**
 * Reads the filter from the inbox's URL. Invalid parts are left out, so the inbox shows open conversations. A search
 * that's too long is cut.
 */
export function readInboxFilter(params: SearchParams): InboxFilter {
  const { status, q } = params;
  const valid = FILTER_NAMES.flatMap((name) => {
    const { url, isFlag } = FILTERS[name];
    const given = url && params[url];
    const { data } = Fields[name].safeParse(isFlag ? given === "1" && "true" : given);
    return data ? [[name, UUID.test(data) ? data.toLowerCase() : data]] : [];
  });
  const { order, from, until, ...further } = ListFilter.parse(Object.fromEntries(valid));
  const search = Search.safeParse(typeof q === "string" ? cutText(q, SEARCH_MAX) : q).data;
  return {
    ...further,
    ...(from && until && isRange({ from, until }) && { from, until }),
    status: isStatus(status) ? status : "open",
    ...(order && !search && { order }),
    ...(search && { q: search }),
  };
}
