import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

const conversations = { one: "1 conversation", other: "# conversations" };
const others = { one: "1 other visitor", other: "# other visitors" };

/** Everyone who wrote, and the page of one of them. */
export const peopleCopy = catalog("people", {
  title: "People",
  hint: "Everyone who has written on your sites.",
  search: "Search people",
  searchHint: "Name, email or ID",
  site: "Site",
  allSites: "All sites",
  sort: "Sort by",
  orders: { lastMessage: "Last message", firstSeen: "First seen", conversations: "Number of conversations" },
  none: "No one has written yet. People appear here with their first message.",
  noneFound: "No one matches.",
  showMore: "Show more",
  searchFurther: "Search further",
  loading: "Loading…",
  notLoaded: "The list couldn’t be loaded.",
  conversations: (count: number) => plural(count, conversations),
  mergedVisitors: (count: number) => `${count} visitors merged`,
  blocked: "Blocked",
  confirmed: "Confirmed",
  verified: "Verified",

  back: "People",
  proven: "Proven",
  provenNone: "Nothing about them is proven.",
  claimed: "Claimed",
  claimedHint: "Anyone can enter any name, email and phone number.",
  claimedNone: "They gave no details.",
  verifiedId: "ID, verified by the site",
  confirmedEmail: "Email, confirmed by a link",
  email: "Email",
  phone: "Phone number",
  id: "ID on your site",
  name: "Name",
  language: "Language",
  firstSeen: "First seen",
  lastMessage: "Last message",

  about: "About this person",
  aboutHint: "Only your team sees it.",
  aboutOf: (name: ReactNode) => <>About {name}, from before the merge</>,
  conversationsTitle: "Conversations",
  noConversations: "No conversations are left.",
  files: "Files",
  notes: "Notes",
  formerTeammate: "A former teammate",
  open: "Open",
  closed: "Closed",
  fromVisitor: "From them",
  fromTeam: "From your team",

  merge: "Merge",
  mergeWith: "Merge with someone",
  mergeLabel: "Find who they are",
  mergeFind: "Who is it? Name, email or ID",
  mergeNone: "No one else on this site matches.",
  mergeTitle: (from: ReactNode, into: ReactNode) => (
    <>
      Merge {from} into {into}?
    </>
  ),
  mergeHint:
    "They become one person for your team: their conversations are listed together, and blocking, exporting or erasing one is for all. Visitors notice nothing and see only their own conversations. You can undo it for 30 days.",
  merged: "Merged.",
  undone: "Undone.",
  erased: "Erased.",
  suggestion: (name: ReactNode, email: ReactNode) => (
    <>
      {name} confirmed the same email address, {email}.
    </>
  ),
  suggestions: "May be the same person",
  visitors: "Merged visitors",
  visitorsHint: "The team merged these visitors into one person.",
  mergedOn: (at: ReactNode) => <>Merged {at}</>,
  undoUntil: (at: ReactNode) => <>can be undone until {at}</>,
  undoOf: (name: string) => `Undo the merge of ${name}`,
  more: "More actions",

  block: "Block person",
  unblock: "Unblock person",
  blockTitle: (name: ReactNode) => <>Block {name}?</>,
  blockHint:
    "New messages from them on this site are rejected, and their chat no longer opens. They aren’t told why. Earlier messages stay here, and you can unblock them at any time.",
  export: "Export person",
  exportFiles: "Export with files",
  erase: "Erase person",
  eraseTitle: (name: ReactNode) => <>Erase {name}?</>,
  eraseHint: (visitors: number) =>
    visitors === 1
      ? "All their conversations, messages, files, name, email and page addresses are erased, for you and for them. They’ll start with an empty chat. This can’t be undone."
      : `All conversations, messages, files, names, emails and page addresses of this person and the ${plural(visitors - 1, others)} merged with them are erased, for you and for them. They’ll start with an empty chat. This can’t be undone.`,
  andOthers: (count: number) =>
    plural(count, {
      one: "This is also for the visitor merged with them.",
      other: "This is also for the # visitors merged with them.",
    }),
});
