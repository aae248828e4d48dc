import { catalog, plural } from "#platform/catalog.ts";

/** Who a conversation is assigned to, and who else is looking at it. */
export const assignmentCopy = catalog("assignment", {
  views: "Assigned to",
  mine: "Mine",
  unassigned: "Unassigned",
  all: "All",
  waiting: "waiting",
  ofPerson: (name: string) => `Assigned to ${name}`,
  formerTeammate: "Former teammate",
  teammate: "A teammate",

  noneMine: "Nothing is assigned to you. Conversations you reply to show up here.",
  noneMineUnclaimed: "Nothing is assigned to you. Take a conversation with T, or assign it with A.",
  noneUnassigned: "Every waiting visitor has someone.",
  noneOfPerson: (name: string) => `Nothing is assigned to ${name}.`,

  assignTo: "Assign to",
  findPerson: "Find a teammate",
  noPerson: "No teammate found.",
  me: "Me",
  nobody: "Nobody",
  take: "Take",
  assign: "Assign",
  giveBack: "Give back",
  tookFirst: (name: string) => `${name} took it first.`,
  givenBackFirst: "Someone gave it back first. Try again.",
  noAccess: "They no longer have access to this site.",

  available: "Available",
  away: "Away",
  awayUntil: (time: string) => `Away until ${time}`,
  /** One's own menu. */
  setAway: "Set yourself as away",
  setAvailable: "Set yourself as available",
  isAwayNow: "You’re away. Conversations assigned to you notify your teammates.",
  isAvailableNow: "You’re available.",
  hours: "Your hours",
  account: "Account settings",

  commands: {
    take: "Take this conversation",
    assign: "Assign this conversation",
    giveBack: "Give this conversation back",
    assignTo: (name: string) => `Assign to ${name}`,
    conversationsOf: (name: string) => `Conversations of ${name}`,
  },

  /** Before the last message, in the list. */
  by: (name: string) => `${name}:`,
  looking: (names: readonly string[]) => {
    const [first, second, ...more] = names;
    if (!second) return `${first} is looking`;
    if (more.length === 0) return `${first} and ${second} are looking`;
    return plural(names.length, { other: "# people are looking" });
  },
  typing: (names: readonly string[]) => {
    const [first, ...more] = names;
    return more.length === 0
      ? `${first} is typing a reply`
      : plural(names.length, { other: "# people are typing replies" });
  },
  noting: (names: readonly string[]) => {
    const [first, ...more] = names;
    return more.length === 0
      ? `${first} is writing a note`
      : plural(names.length, { other: "# people are writing notes" });
  },
});
