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
  noneUnassigned: "Every waiting visitor has an assignee. Unassigned conversations show up here.",
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

  /** Why someone has it, in the conversation. */
  byRoundRobin: "By round robin",
  byRoundRobinUntil: (time: string) => `By round robin until ${time}, unless someone replies.`,
  yourTurnUntil: (time: string) => `By round robin. Reply by ${time} to keep it.`,

  /** A site's settings. */
  mode: "How conversations are assigned",
  modes: {
    manual: {
      name: "Manual",
      hint: "Teammates take conversations, or assign them to each other.",
    },
    round_robin: {
      name: "Round robin",
      hint: "Each new conversation goes to the available person who has gone longest without a turn. Conversations that have already waited more than a day when you turn this on stay unassigned.",
    },
  },
  givesBack: "Reassign conversations without a reply",
  givesBackHint:
    "They go to the next person, and no one gets the same conversation twice. Once someone replies to a conversation, takes it, snoozes it or assigns it, it’s no longer reassigned.",
  giveBackMinutes: "Minutes without a reply",
  people: "Who gets conversations",
  peopleHint: "People with access to this site, while they’re available.",
  nobodyAvailable: "No one is available right now. New conversations stay unassigned, and everyone is notified.",
  ifNobody: "If no one is available, conversations stay unassigned and everyone is notified.",

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
