import { Temporal } from "#platform/temporal.ts";
import { clockIn, DAY_MS, dateAt, offsetAt, openTimes } from "../../sites/hours/open-times.ts";
import type { OpenRules } from "../../sites/hours/rules.ts";

/** A week from its Monday to the next, on the clock of a zone, and the Monday before it. */
export type Week = { monday: string; before: Date; from: Date; until: Date };

/** Returns the week that a date is in; without a date, the week of a moment. */
export function weekOf(date: string | undefined, timeZone: string, now = Date.now()): Week {
  const day = date === undefined ? dateAt(now, timeZone) : Temporal.PlainDate.from(date);
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  const { startOf } = clockIn(timeZone);
  const start = (weeks: number) => new Date(startOf(monday.add({ weeks })));
  return { monday: monday.toString(), before: start(-1), from: start(0), until: start(1) };
}

/** Openings and closings in ascending order, and for how many milliseconds the site was open until each. */
export type OpenClock = { turns: number[]; openUntil: number[] };

// Computing more would take longer than counting. A later reply counts as one after so many days.
const REPLY_DAYS_MAX = 90;

/** Returns what SQL computes open times of a week's replies with. */
export function openClockOf({ hours, closure }: OpenRules, { before, until }: Week, now = Date.now()): OpenClock {
  const last = Math.min(now, until.getTime() + REPLY_DAYS_MAX * DAY_MS);
  const spans = openTimes(hours, closure, before.getTime(), last);
  const turns = spans.flat();
  let open = 0;
  const openUntil = spans.flatMap(([opens, closes]) => {
    const before = open;
    open += closes - opens;
    return [before, open];
  });
  return { turns, openUntil };
}

const MINUTE_MS = 60_000;

/** Returns a function that says which weekday (1 is Monday) and hour a zone's clock shows at a moment. */
export function weekClockIn(timeZone: string): (at: number) => { day: number; hour: number } {
  // Of most days, one offset is enough to know, and looking up each moment's would take longer than counting.
  const offsets = new Map<number, number | null>();
  const offsetOfDay = (day: number) => {
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const [first, last] = [offsetAt(day * DAY_MS, timeZone), offsetAt((day + 1) * DAY_MS, timeZone)];
    offsets.set(day, first === last ? first : null);
    return first === last ? first : null;
  };
  return (at) => {
    const offset = offsetOfDay(Math.floor(at / DAY_MS)) ?? offsetAt(at, timeZone);
    const wall = new Date(at + offset * MINUTE_MS);
    return { day: wall.getUTCDay() || 7, hour: wall.getUTCHours() };
  };
}
