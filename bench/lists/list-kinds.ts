import type { ConversationStatus } from "#lib/conversations/schema.ts";
import { OWNERS } from "../world/data-sets.ts";

export type ListKind = {
  what: string;
  owner: string;
  status?: ConversationStatus;
  /** The list of one of the owner's sites. */
  isOfSite?: boolean;
  /** Where in the list the pages are; anywhere if left out. The small set has no hundred pages: there it is the second half. */
  where?: "first" | "deep";
};

/** The lists that are read, each in both data sets. */
export const LIST_KINDS: ListKind[] = [
  { what: "first page", owner: OWNERS.fiveSites, where: "first" },
  { what: "100 pages in and further", owner: OWNERS.fiveSites, where: "deep" },
  { what: "by status", owner: OWNERS.fiveSites, status: "open" },
  { what: "by site", owner: OWNERS.fiveSites, isOfSite: true },
  { what: "owner of one site", owner: OWNERS.oneSite },
  { what: "owner of 1,000 sites", owner: OWNERS.thousandSites },
];
