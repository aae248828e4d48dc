import { type ListPosition, listCursor } from "#platform/list-cursor.ts";
import { FILTER_NAMES, type ListFilter } from "./filter.ts";
import type { ListConversationsQuery } from "./schema.ts";

/** Where a page of the inbox ended: when its last conversation was listed, or since when it waits. */
export type InboxPosition = ListPosition<"at">;

type Filter = ListFilter & Pick<ListConversationsQuery, "q">;

const UNNAMED = ["spam", "status", "siteId"];

export const inboxCursor = listCursor({
  time: "at",
  filterText: (filter: Filter) => {
    const { spam, status = "", siteId = "", q } = filter;
    const named = FILTER_NAMES.filter((name) => filter[name] !== undefined && !UNNAMED.includes(name));
    const added = named.map((name) => ` ${name}=${filter[name]}`);
    const words = q === undefined ? "" : ` ${q}`;
    return `${spam ? "spam " : ""}${status} ${siteId}${added.join("")}${words}`;
  },
  sameAs: "filters and order",
});
