import { type ListPosition, listCursor } from "#platform/list-cursor.ts";
import type { ListConversationsQuery } from "./schema.ts";
import type { ConversationRow } from "./statements.ts";

/** Selects and orders a list of the inbox. */
export type InboxFilter = Omit<ListConversationsQuery, "q" | "limit" | "cursor">;

/** Where a page of the inbox ended: when its last conversation was listed, or since when it waits. */
export type InboxPosition = ListPosition<"at">;

type Filter = InboxFilter & Pick<ListConversationsQuery, "q">;

export const inboxCursor = listCursor({
  time: "at",
  filterText: ({ status, siteId, q, spam, labelId, starred, snoozed, assignee, mentioned, order }: Filter) => {
    const more = { labelId, starred, snoozed, assignee, mentioned, order };
    const added = Object.entries(more).flatMap(([name, value]) => (value === undefined ? [] : ` ${name}=${value}`));
    const words = q === undefined ? "" : ` ${q}`;
    return `${spam ? "spam " : ""}${status ?? ""} ${siteId ?? ""}${added.join("")}${words}`;
  },
  sameAs: "filters and order",
});

/** Returns a conversation's position in its list. */
export function positionOf({ id, ...times }: ConversationRow, { order }: InboxFilter): InboxPosition {
  const { lastMessageAt, waitingSince, wokenAt } = times;
  if (order === "waiting") return { id, at: waitingSince ?? lastMessageAt };
  return { id, at: wokenAt !== null && wokenAt > lastMessageAt ? wokenAt : lastMessageAt };
}
