import type { ConversationStatus } from "#lib/desk/conversations/schema.ts";
import type { ListPeopleQuery } from "#lib/desk/people/schema.ts";
import { OWNERS } from "../world/data-sets.ts";

export type ListKind = {
  what: string;
  owner: string;
  status?: ConversationStatus;
  /** The list of one of the owner's sites. */
  isOfSite?: boolean;
  /** Without snoozed conversations. */
  isAwake?: boolean;
  /** The list of a member with so many of the owner's sites, which is compared with the owner's own. */
  sites?: number;
  /** The list of one of the owner's labels, of starred conversations, or of those who wait, the longest first. */
  only?: "labeled" | "starred" | "waiting";
  /** The list of people in this order, in place of conversations: its first pages. */
  people?: ListPeopleQuery["order"];
  /** Where in the list the pages are; anywhere if left out. The small set has no hundred pages: there it is the second half. */
  where?: "first" | "deep";
};

/** The lists that are read, each in both data sets. */
export const LIST_KINDS: ListKind[] = [
  { what: "first page", owner: OWNERS.fiveSites, where: "first" },
  { what: "100 pages in and further", owner: OWNERS.fiveSites, where: "deep" },
  { what: "by status", owner: OWNERS.fiveSites, status: "open" },
  { what: "by site", owner: OWNERS.fiveSites, isOfSite: true },
  { what: "longest waiting", owner: OWNERS.fiveSites, only: "waiting" },
  { what: "by label", owner: OWNERS.fiveSites, only: "labeled" },
  { what: "starred", owner: OWNERS.fiveSites, only: "starred" },
  { what: "people by last message", owner: OWNERS.fiveSites, people: "lastMessage" },
  { what: "people by first seen", owner: OWNERS.fiveSites, people: "firstSeen" },
  { what: "people by conversations", owner: OWNERS.fiveSites, people: "conversations" },
  { what: "owner of one site", owner: OWNERS.oneSite },
  { what: "owner of 1,000 sites", owner: OWNERS.thousandSites },
  { what: "member with 4 of 50 sites", owner: OWNERS.fiftySites, sites: 4 },
  { what: "member with 12 of 50 sites", owner: OWNERS.fiftySites, sites: 12 },
  { what: "member with 25 of 50 sites", owner: OWNERS.fiftySites, sites: 25 },
  { what: "member with 12 of 50 sites, open", owner: OWNERS.fiftySites, sites: 12, status: "open", isAwake: true },
];
