import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** The list of conversations, its filters and its search. */
export const inboxCopy = catalog("inbox", {
  title: "Inbox",
  /** What a visitor without a name, an email or an id is called: by the page they started from, if known. */
  visitor: (tag: string) => `Visitor ${tag}`,
  visitorFrom: (place: string) => `Visitor from ${place}`,
  verifiedBy: (site: string, id: string | undefined) => `Verified by ${site} as ${id}`,

  waitingTitle: (count: number) =>
    count === 0 ? "No one is waiting" : plural(count, { one: "1 visitor is waiting", other: "# visitors are waiting" }),
  waitingHint: "Every visitor has a reply. New messages appear here.",
  unreadToo: (count: number) => plural(count, { one: "1 unread conversation", other: "# unread conversations" }),
  snoozedToo: (count: number) => plural(count, { one: "1 snoozed", other: "# snoozed" }),
  showLongestWaiting: "Show everyone who’s waiting",
  keysHint: "J and K move through the list, Enter opens.",
  noSiteTitle: "Add your first site",
  noSiteHint: "Add a site to put the chat on your pages. Messages from its visitors arrive here.",
  addSite: "Add site",

  noMessagesTitle: "No messages yet",
  firstMessageTitle: "Your first message has arrived",
  noMessagesHint: (site: ReactNode) => (
    <>Messages from visitors of {site} appear here. There are two ways to get the first one.</>
  ),
  installTitle: "Add the chat to your pages",
  installHint: "Paste this tag into every page, before the end of its body.",
  testTitle: "Or send yourself a test message",
  testHint: "It arrives just like a real visitor’s message.",
  firstMessage: "Your first message has arrived.",
  readMessage: "Read message",

  statusFilter: "Status",
  moreFilters: "Filter and sort",
  activeFilters: "Active filters",
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  longestWaiting: "Longest waiting",
  open: "Open",
  snoozed: "Snoozed",
  closed: "Closed",
  all: "All",
  spam: "Spam",
  deleted: "Deleted",
  blocked: "Blocked",
  siteFilter: "Site:",
  allSites: "All sites",

  unread: "Unread.",
  unreadCount: (count: number) => (count > 99 ? "99+" : String(count)),
  new: "new",
  newCount: (count: number) => plural(count, { one: "1 new", other: "# new" }),
  ofSite: (site: string) => `${site}:`,
  you: "You:",
  waitingFor: (time: string) => `Waiting ${time}.`,
  starred: "Starred",
  snoozeEnded: "Snooze ended",
  wokenByReply: "Replied",
  sending: "Sending",
  replyNotSent: "Reply not sent",
  updateOrder: "Update order",
  openMenu: "Find a conversation or an action",
  menuKey: (isMac: boolean) => (isMac ? "⌘K" : "Ctrl K"),
  nextConversation: "Next conversation",
  previousConversation: "Previous conversation",
  loadMore: "Load more",
  loadingMore: "Loading more",

  search: "Search",
  searchLabel: "Search messages and visitors",
  searchPlaceholder: "Search…",
  clearSearch: "Clear search",
  searchingFurther: "Searching further",
  nothingFound: "Nothing found",
  found: (count: number) => plural(count, { one: "1 conversation found", other: "# conversations found" }),
  foundSoFar: (count: number) =>
    plural(count, {
      one: "1 conversation found so far, and there may be more",
      other: "# conversations found so far, and there may be more",
    }),

  none: {
    open: "No open conversations.",
    snoozed: "Nothing snoozed. Snooze a conversation to see it again later.",
    closed: "No closed conversations.",
    all: "No conversations.",
    spam: "Nothing marked as spam.",
  },
  noneOfSite: {
    open: "No open conversations on this site.",
    snoozed: "Nothing snoozed on this site.",
    closed: "No closed conversations on this site.",
    all: "No conversations on this site.",
    spam: "Nothing marked as spam on this site.",
  },
  noneWaiting: "No one is waiting.",
  noneFiltered: "Nothing found with these filters.",
  everyoneWaiting: "That’s everyone who’s waiting.",
  noMatch: (query: ReactNode) => <>Nothing found for “{query}”.</>,
  noMatchHere: (query: ReactNode) => <>Nothing found for “{query}” with these filters.</>,
  showAll: "Show all conversations",
  searchAll: "Search all conversations",

  opening: (name: string) => `Opening the conversation with ${name}`,
  offlineTitle: "You’re offline",
  offlineHint: "This conversation opens when you’re back online.",
  unreachableTitle: "Site Inbox isn’t responding",
  unreachableHint: "This conversation opens when Site Inbox responds again.",
  meanwhile: (name: ReactNode) => (
    <>Until then you can keep writing to {name}. Your replies are saved and sent later.</>
  ),
  meanwhileInList: "Until then you can still read the list.",
  backOnlineTitle: "You’re back online",
  backOnlineHint: "You were typing, so this conversation didn’t open automatically.",
  openConversation: "Open conversation",
  backTo: (name: ReactNode) => <span>Back to {name}</span>,
});
