import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** The panel about a conversation's visitor. */
export const visitorCopy = catalog("visitor", {
  panel: "Visitor",
  details: "Visitor details",
  noName: "No name given",
  verifiedBy: (site: ReactNode) => <>Verified by {site}</>,
  notVerified: "Not verified",
  notVerifiedHint: "Anyone can enter any name and email.",
  copyEmail: "Copy email",
  phone: "Phone number",
  copyPhone: "Copy phone number",
  copyId: "Copy ID",
  site: "Site",
  page: "Page",
  started: "Started",
  externalId: "ID on your site",
  localTime: "Local time",
  timeIn: (time: ReactNode, zone: string) => (
    <>
      {time} ({zone})
    </>
  ),
  language: "Language",
  browser: "Browser",
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  firstSeen: "First seen",
  pages: "Pages visited",
  showAll: (count: number) => `Show all ${count}`,
  earlier: "Other conversations",
  inAll: (count: number) => plural(count, { one: "1 in all", other: "# in all" }),
  openPerson: "Show everything about this person",
  otherOpen: (link: ReactNode) => <>This person has another open conversation. {link}</>,
  openIt: "Open it",
  open: "Open",
  closed: "Closed",
  attributesOfServer: "Your server says",
  attributesOfPage: "The page says",
  attributesOfPageHint: "Not proven: anyone can change a page in their browser.",
  filterByAttribute: (name: string, value: string) => `Show conversations with ${name}: ${value}`,
  yes: "Yes",
  no: "No",
  card: "Your card",
  cardLoading: "Loading your card…",
  cardEmpty: "Your server has nothing about this visitor.",
  cardFailed: "Your card couldn’t be loaded.",
  cardOutdated: (time: ReactNode) => <>Your card couldn’t be loaded again. This is from {time}.</>,
  tryAgain: "Try again",
  notLoaded: "Other details aren’t available offline.",
  noDetails: (turnOn: ReactNode) => <>See visitors’ language, browser and pages. {turnOn}</>,
  turnOnDetails: "Turn on",
});
