import { type Clock, systemClock } from "#client/clock.ts";

/**
 * When a site opens and closes: epoch minutes, alternately, beginning with an opening. `offsets` are the UTC offsets of its
 * clock at each opening, in minutes, so that no time zone's rules are needed here.
 */
export type OpenTimes = { turns: readonly number[]; offsets: readonly number[] };

/** A moment in epoch milliseconds, and how far the site's clock is ahead of UTC then, in minutes. */
export type Opening = { at: number; offset: number };

export type Hours = { state: "open" | "unknown" } | { state: "closed"; opening?: Opening };

/** How an opening is said: its day on the site's clock, and whether the visitor's clock shows another time or day then. */
export type WhenOpen = { day: "today" | "tomorrow" | "weekday" | "date"; isOtherTime: boolean; isOtherDay: boolean };

export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_DAYS = 7;
/** Timers of a page in the background, or of a device that sleeps, are late. */
const NAP_MS = 30_000;

/**
 * Returns whether a site is open at a moment. Nothing is known after the end of the list: its last opening, or a closing that
 * isn't one, because the list was cut at a UTC midnight.
 */
export function hoursAt({ turns, offsets }: OpenTimes, at: number): Hours {
  const later = turns.findIndex((turn) => turn * MINUTE_MS > at);
  const past = later < 0 ? turns.length : later;
  const last = turns.at(-1) ?? 1;
  if (later < 0 && (past % 2 === 1 || (last * MINUTE_MS) % DAY_MS === 0)) return { state: "unknown" };
  if (past % 2 === 1) return { state: "open" };
  const [opens, offset] = [turns[past], offsets[past / 2]];
  if (opens === undefined) return { state: "closed" };
  return { state: "closed", opening: { at: opens * MINUTE_MS, offset: offset ?? 0 } };
}

const dayOf = (at: number, offset: number) => Math.floor((at + offset * MINUTE_MS) / DAY_MS);

/** `ownOffset` returns how far the visitor's clock is ahead of UTC at a moment, in minutes. */
export function whenOpen({ at, offset }: Opening, now: number, ownOffset: (at: number) => number): WhenOpen {
  const own = ownOffset(at);
  const isOtherDay = dayOf(at, own) !== dayOf(at, offset);
  const days = dayOf(at, offset) - dayOf(now, offset);
  // "Tomorrow" must be the same day for both sides.
  const isShared = !isOtherDay && dayOf(at, own) - dayOf(now, ownOffset(now)) === days;
  const near = isShared && (["today", "tomorrow"] as const)[days];
  return { day: near || (days < WEEK_DAYS ? "weekday" : "date"), isOtherTime: own !== offset, isOtherDay };
}

type Follow = {
  /** The moment that the site's clock and the visitor's agree on. */
  now: () => number;
  onLook: () => void;
  clock?: Clock;
};

/** Looks at each full minute, at least every 30 seconds, and when it's called. Each opening and closing is at a full minute. */
export function followHours({ now, onLook, clock = systemClock }: Follow): () => void {
  let cancel = () => {};
  const look = () => {
    cancel();
    onLook();
    cancel = clock.after(Math.min(NAP_MS, MINUTE_MS - (now() % MINUTE_MS)), look);
  };
  look();
  return look;
}
