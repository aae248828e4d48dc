import { type ListPosition, listCursor } from "#platform/list-cursor.ts";
import type { ListConversationsQuery } from "./schema.ts";

type Filter = Pick<ListConversationsQuery, "status" | "siteId" | "q" | "spam">;

/** Where a page of the inbox ended. */
export type InboxPosition = ListPosition<"lastMessageAt">;

export const inboxCursor = listCursor({
  time: "lastMessageAt",
  filterText: ({ status, siteId, q, spam }: Filter) =>
    `${spam ? "spam " : ""}${status ?? ""} ${siteId ?? ""}${q === undefined ? "" : ` ${q}`}`,
  sameAs: "status, siteId, q and spam",
});
