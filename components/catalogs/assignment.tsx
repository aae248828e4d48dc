import { catalog, plural } from "#platform/catalog.ts";

/** Returns the names of a few people, the first two of more. */
function listPeople([first, second, ...more]: readonly string[]): string {
  if (!second) return `${first}`;
  if (more.length === 0) return `${first} and ${second}`;
  return `${first}, ${second} and ${plural(more.length, { one: "1 other", other: "# others" })}`;
}

/** Who a conversation is assigned to, and who else is looking at it. */
export const assignmentCopy = catalog("assignment", {
  views: "Assigned to",
  mine: "Mine",
  unassigned: "Unassigned",
  mentions: "Mentions",
  all: "Everyone",
  waiting: "waiting",
  ofPerson: (name: string) => `Assigned to ${name}`,
  formerTeammate: "Former teammate",
  teammate: "A teammate",

  noneMine: "Nothing is assigned to you. Conversations you reply to show up here.",
  noneMineUnclaimed:
    "Nothing is assigned to you. Press T to assign a conversation to yourself, or A to assign it to someone.",
  noneUnassigned: "Every waiting visitor has an assignee. Unassigned conversations show up here.",
  noneMentioned: "No unread mentions. Conversations show up here when a teammate mentions you in a note.",
  noneOfPerson: (name: string) => `Nothing is assigned to ${name}.`,

  assignTo: "Assign to",
  findPerson: "Find a teammate",
  noPerson: "No teammate found.",
  me: "Me",
  nobody: "Unassigned",
  take: "Assign to me",
  assign: "Assign",
  giveBack: "Unassign",
  assignedToast: (name: string) => `Assigned to ${name}.`,
  assignedToMeToast: "Assigned to you.",
  unassignedToast: "Unassigned.",
  tookFirst: (name: string) => `${name} was assigned first.`,
  givenBackFirst: "Someone unassigned it first. Try again.",
  noAccess: "They no longer have access to this site.",

  available: "Available",
  away: "Away",
  awayUntil: (time: string) => `Away until ${time}`,
  /** One's own menu. */
  setAway: "Set as away",
  setAvailable: "Set as available",
  isAwayNow: "You’re away. Conversations assigned to you notify your teammates.",
  isAvailableNow: "You’re available.",
  hours: "Working hours",
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
      hint: "Teammates assign conversations to themselves or to each other.",
    },
    round_robin: {
      name: "Round robin",
      hint: "Each new conversation goes to the available person who has gone longest without a turn. Conversations that have already waited more than a day when you turn this on stay unassigned.",
    },
  },
  givesBack: "Reassign conversations without a reply",
  givesBackHint:
    "They go to the next person, and no one gets the same conversation twice. Once someone replies to a conversation, snoozes it or assigns it, it’s no longer reassigned.",
  giveBackMinutes: "Minutes without a reply",
  people: "Who gets conversations",
  peopleHint: "People with access to this site, while they’re available.",
  nobodyAvailable: "No one is available right now. New conversations stay unassigned, and everyone is notified.",
  ifNobody: "If no one is available, conversations stay unassigned and everyone is notified.",

  commands: {
    take: "Assign this conversation to me",
    assign: "Assign this conversation",
    giveBack: "Unassign this conversation",
    assignTo: (name: string) => `Assign to ${name}`,
    conversationsOf: (name: string) => `Conversations of ${name}`,
  },

  /** Before the last message, in the list. */
  by: (name: string) => `${name}:`,
  mentionedYou: (name: string) => `${name} mentioned you:`,
  assignedToYou: (name: string) => `${name} assigned this to you`,
  assignedInTurn: "Assigned to you by round robin",
  looking: (names: readonly string[]) =>
    `${listPeople(names)} ${names.length === 1 ? "is viewing this" : "are viewing this"}`,
  typing: (names: readonly string[]) =>
    `${listPeople(names)} ${names.length === 1 ? "is typing a reply" : "are typing"}`,
  noting: (names: readonly string[]) =>
    `${listPeople(names)} ${names.length === 1 ? "is writing a note" : "are writing notes"}`,
});
