import { TYPING_SHOWN_MS } from "#client/typing.ts";
import type { PersonLooking } from "#lib/desk/presence/schema.ts";

/** A colleague who has the open conversation in view, and until when they count as looking and as typing, in ms. */
export type Colleague = {
  userId: string;
  looksUntil: number;
  typesUntil: number;
  /** Whether what they type is a note. */
  isNote: boolean;
};

// The service counts a report for as long.
const LOOKING_MS = 30_000;

/** What's known about colleagues at a time. */
export type Colleagues = readonly Colleague[];

const others = (all: Colleagues, userId: string) => all.filter((one) => one.userId !== userId);
const find = (all: Colleagues, userId: string) => all.find((one) => one.userId === userId);
const typingOf = (all: Colleagues, userId: string) => {
  const { typesUntil = 0, isNote = false } = find(all, userId) ?? {};
  return { typesUntil, isNote };
};

/** Leaves out of a report who has left since it was asked for. `left` says when each person did, in ms. */
export const stillThere = (people: readonly PersonLooking[], left: ReadonlyMap<string, number>, askedAt: number) =>
  people.filter(({ userId }) => (left.get(userId) ?? 0) < askedAt);

/** Replaces the viewers with the service's list. People who type stay. */
export function noteReport(all: Colleagues, people: readonly PersonLooking[], now: number): Colleagues {
  const looking = people.map(({ userId, secondsAgo }) => ({
    userId,
    looksUntil: now - secondsAgo * 1_000 + LOOKING_MS,
    ...typingOf(all, userId),
  }));
  const typing = all.filter(({ userId, typesUntil }) => typesUntil > now && !find(looking, userId));
  return [...looking, ...typing];
}

export const noteLooking = (all: Colleagues, userId: string, now: number): Colleagues => [
  ...others(all, userId),
  { userId, looksUntil: now + LOOKING_MS, ...typingOf(all, userId) },
];

export const noteLeft = (all: Colleagues, userId: string): Colleagues => others(all, userId);

export const noteTyping = (
  all: Colleagues,
  { userId, isNote }: Pick<Colleague, "userId" | "isNote">,
  now: number,
): Colleagues => [
  ...others(all, userId),
  {
    userId,
    isNote,
    looksUntil: Math.max(find(all, userId)?.looksUntil ?? 0, now + TYPING_SHOWN_MS),
    typesUntil: now + TYPING_SHOWN_MS,
  },
];

/** Their message or note is there, so they no longer type it. */
export const noteSent = (all: Colleagues, userId: string): Colleagues =>
  all.map((one) => (one.userId === userId ? { ...one, typesUntil: 0 } : one));

/** Returns the next time at which someone's looking or typing ends, after `now`. Undefined if nothing does. */
export function nextEnd(all: Colleagues, now: number): number | undefined {
  const ends = all.flatMap(({ looksUntil, typesUntil }) => [looksUntil, typesUntil]).filter((at) => at > now);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Whether someone's looking has ended, so that it has to be asked whether they're still there. */
export const isDoubtful = (all: Colleagues, now: number) => all.some(({ looksUntil }) => looksUntil <= now);

/** Colleagues by id: who types a reply, who writes a note, and who only looks. */
export type ShownColleagues = { typing: string[]; noting: string[]; looking: string[] };

export function shownColleagues(all: Colleagues, now: number): ShownColleagues {
  const ids = (which: (one: Colleague) => boolean) =>
    all
      .filter(which)
      .map(({ userId }) => userId)
      .sort();
  return {
    typing: ids(({ typesUntil, isNote }) => typesUntil > now && !isNote),
    noting: ids(({ typesUntil, isNote }) => typesUntil > now && isNote),
    looking: ids(({ typesUntil }) => typesUntil <= now),
  };
}
