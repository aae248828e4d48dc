import type { ConversationJson, ListConversationsQuery } from "./schema.ts";

/** Selects and orders a list of the inbox. */
export type ListFilter = Omit<ListConversationsQuery, "q" | "limit" | "cursor">;

/** How long a conversation has waited at least, by the names of these filters. */
export const WAITS = ["1h", "4h", "1d", "3d"] as const;

export type FilterName = keyof ListFilter;

type Filter = {
  /** Its parameter in the URL of the inbox. The others are part of the URL's `status`. */
  url?: string;
  /** In the URL, "1" means "true". */
  isFlag?: true;
  /**
   * Whether a row that a browser knows is in the reader's list with this value of the filter. Without it, only the server
   * can say, so lists with the filter have what the server listed.
   */
  matches?: (row: ConversationJson, value: string, readerId: string) => boolean;
};

// As PostgreSQL's lower() does with the collation "C".
const lowerLatin = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The filters of the inbox's lists, in the order of URLs and cursors. Their SQL is in list-statements.ts. */
export const FILTERS: Record<FilterName, Filter> = {
  spam: { matches: (row) => row.spam === true },
  status: { matches: (row, status) => row.status === status },
  siteId: { url: "site", matches: (row, siteId) => row.siteId === siteId },
  labelId: { url: "label", matches: (row, labelId) => row.labelIds.includes(labelId) },
  starred: { url: "starred", isFlag: true, matches: (row) => row.starred === true },
  snoozed: { matches: (row, snoozed) => (row.snoozed === true) === (snoozed === "true") },
  assignee: {
    url: "assignee",
    matches: ({ assigneeId }, assignee, readerId) =>
      assignee === "none" ? assigneeId === undefined : assigneeId === (assignee === "me" ? readerId : assignee),
  },
  mentioned: { url: "mentioned", isFlag: true, matches: (row) => row.forYou?.reason === "mention" },
  rating: {
    url: "rating",
    matches: (row, rating) => (rating === "any" ? row.rating !== undefined : row.rating === Number(rating)),
  },
  // Time changes it, and a row that isn't known here may have waited longer.
  waitingFor: { url: "waiting" },
  // Rows don't have it.
  language: { url: "language" },
  page: {
    url: "page",
    matches: ({ pageUrl = "", firstPageUrl = "" }, page) =>
      [pageUrl, firstPageUrl].some((address) => lowerLatin(address).includes(lowerLatin(page))),
  },
  hasEmail: { url: "email", isFlag: true, matches: (row) => row.visitorEmail !== undefined },
  // Rows don't have their visitor's attributes.
  attribute: { url: "attribute" },
  // Rows don't have all of what it depends on.
  counted: { url: "counted" },
  from: { url: "from", matches: ({ createdAt }, from) => createdAt >= from },
  until: { url: "until", matches: ({ createdAt }, until) => createdAt < until },
  order: { url: "order", matches: (row) => row.waitingSince !== undefined },
};

/** The tabs of the inbox, each with its filters. */
export const TABS = {
  open: { status: "open", snoozed: "false" },
  snoozed: { snoozed: "true" },
  closed: { status: "closed" },
  all: {},
  spam: { spam: "true" },
} as const satisfies Record<string, ListFilter>;
export type Tab = keyof typeof TABS;

/** Returns the tab with these filters. Undefined if none has them. */
export const tabOf = ({ status, snoozed, spam }: ListFilter): Tab | undefined =>
  (Object.keys(TABS) as Tab[]).find((name) => {
    const tab: ListFilter = TABS[name];
    return tab.status === status && tab.snoozed === snoozed && tab.spam === spam;
  });

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

type Listed<Time> = { id: string; lastMessageAt: Time; waitingSince?: Time | null; wokenAt?: Time | null };

/** Returns a conversation's position in its list: when it last moved to the top, or since when it waits. */
export function positionOf<Time extends Date | string>(
  { id, lastMessageAt, waitingSince, wokenAt }: Listed<Time>,
  order: ListFilter["order"],
): { id: string; at: Time } {
  if (order === "waiting") return { id, at: waitingSince ?? lastMessageAt };
  return { id, at: wokenAt && wokenAt > lastMessageAt ? wokenAt : lastMessageAt };
}
