import { catalog, plural } from "#platform/catalog.ts";

const conversations = (count: number) => plural(count, { one: "1 conversation", other: "# conversations" });
const number = (count: number) => plural(count, { other: "#" });

/** Selecting conversations in the list, and what's done with all of them. */
export const bulkCopy = catalog("bulk", {
  select: "Select conversations",
  selectRow: (name: string) => `Select the conversation with ${name}`,
  selectAll: "Select all in the list",
  clear: "Clear selection",
  bar: "Selected conversations",
  none: "None selected",
  selected: (count: number) => plural(count, { one: "1 selected", other: "# selected" }),
  selectedFirst: (count: number) => `First ${number(count)} selected`,
  onlyLoaded: (count: number) => `All ${number(count)} that are loaded are selected.`,
  selectMatching: (count: number) => `Select all ${number(count)} that match`,
  /** If more match than a change may have. */
  selectFirst: (count: number) => `More than ${number(count)} match. Select the first ${number(count)}`,
  tooMany: (count: number) => `You can change up to ${number(count)} loaded conversations at once. Select fewer.`,

  close: "Close",
  reopen: "Reopen",
  assign: "Assign",
  addLabel: "Add label",
  removeLabel: "Remove label",
  snooze: "Snooze",
  wake: "Wake now",
  star: "Star",
  unstar: "Remove star",
  settle: "No reply needed",
  spam: "Mark as spam",
  notSpam: "Not spam",
  more: "More actions",
  commands: {
    selectOne: "Select this conversation",
    close: "Close the selected conversations",
    reopen: "Reopen the selected conversations",
    assign: "Assign the selected conversations",
    take: "Assign the selected conversations to me",
    label: "Label the selected conversations",
    snooze: "Snooze the selected conversations",
    star: "Star the selected conversations",
    settle: "Mark the selected conversations as needing no reply",
    spam: "Mark the selected conversations as spam",
    notSpam: "Mark the selected conversations as not spam",
  },
  findLabel: "Find a label",
  noLabel: "No label found.",

  changing: (count: number) => `Changing ${conversations(count)}…`,
  undoing: "Undoing…",
  progress: (percent: number) => `${percent}%`,
  closed: (count: number) => `Closed ${conversations(count)}.`,
  reopened: (count: number) => `Reopened ${conversations(count)}.`,
  assigned: (name: string) => (count: number) => `Assigned ${conversations(count)} to ${name}.`,
  unassigned: (count: number) => `Unassigned ${conversations(count)}.`,
  labeled: (name: string) => (count: number) => `Labeled ${conversations(count)} ${name}.`,
  unlabeled: (name: string) => (count: number) => `Removed ${name} from ${conversations(count)}.`,
  snoozedUntil: (time: string) => (count: number) => `Snoozed ${conversations(count)} until ${time}.`,
  snoozedUntilReply: (count: number) => `Snoozed ${conversations(count)} until they reply.`,
  woken: (count: number) => `Woke ${conversations(count)}.`,
  starred: (count: number) => `Starred ${conversations(count)}.`,
  unstarred: (count: number) => `Removed the stars of ${conversations(count)}.`,
  settled: (count: number) => `Marked ${conversations(count)} as needing no reply.`,
  markedSpam: (count: number) => `Marked ${conversations(count)} as spam.`,
  unmarkedSpam: (count: number) => `Marked ${conversations(count)} as not spam.`,
  nothingChanged: "Nothing changed. There was nothing to change, or something happened in the conversations meanwhile.",
  skipped: (count: number) =>
    plural(count, {
      one: "1 stayed as it was: nothing to change, or something happened in it meanwhile.",
      other: "# stayed as they were: nothing to change, or something happened in them meanwhile.",
    }),
  undone: (count: number) => `Undone for ${conversations(count)}.`,
  kept: (count: number) =>
    plural(count, {
      one: "1 stayed, because something happened in it since.",
      other: "# stayed, because something happened in them since.",
    }),
  failed: "You lost access before all conversations were changed.",
});
