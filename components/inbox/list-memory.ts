import type { ConversationJson } from "#lib/conversations/schema.ts";

/** One page of the list, as the server or the API gave it. */
export type ListPage = { conversations: ConversationJson[]; nextCursor?: string };

/** What a list keeps in this tab while conversations are opened: more rows, its place, and that it had the focus. */
type ListMemory = { page?: ListPage; scrollTop?: number; hadFocus?: boolean };

// Written by effects and handlers only, which run in the browser: on the server it would be everybody's.
const memories = new Map<string, ListMemory>();

export const rememberedList = (key: string) => memories.get(key);

export function rememberList(key: string, memory: ListMemory): void {
  memories.set(key, { ...memories.get(key), ...memory });
}

const isAfter = (row: ConversationJson, other: ConversationJson) =>
  row.lastMessageAt < other.lastMessageAt || (row.lastMessageAt === other.lastMessageAt && row.id < other.id);

/**
 * The server's newest page with the rows that were loaded below it. Where both speak of a place in the list, the server
 * knows better: a row that it does not name there any more has moved or gone.
 */
export function continueList(newest: ListPage, loaded: ListPage | undefined): ListPage {
  const last = newest.conversations.at(-1);
  if (!loaded || !newest.nextCursor || !last) return newest;
  const below = loaded.conversations.filter((row) => isAfter(row, last));
  return below.length === 0 ? newest : appendPage(newest, { ...loaded, conversations: below });
}

/** A list with the page below it, each conversation once. */
export function appendPage(list: ListPage, { conversations, ...rest }: ListPage): ListPage {
  const known = new Set(list.conversations.map(({ id }) => id));
  return { conversations: [...list.conversations, ...conversations.filter(({ id }) => !known.has(id))], ...rest };
}
