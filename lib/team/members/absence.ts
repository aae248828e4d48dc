import { type WallClock, wallClock } from "#platform/wall-clock.ts";
import type { MemberJson, Schedule } from "./schema.ts";

const MINUTE_MS = 60_000;
const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;

/**
 * Returns null if someone is available, as the database's function `is_available` decides, by their switch and their hours. If
 * they're away, returns until when, or null for that if their switch is off. Hours in an unknown time zone are ignored.
 */
export function absenceOf(
  { available, schedule }: Pick<MemberJson, "available" | "schedule">,
  now: number,
): { until: Date | null } | null {
  if (!available) return { until: null };
  const clock = schedule && clockOf(schedule.timeZone);
  if (!schedule || !clock) return null;
  const start = nextStart(schedule.windows, clock, now - (now % MINUTE_MS));
  return start <= now ? null : { until: new Date(start) };
}

function clockOf(timeZone: string): WallClock | undefined {
  try {
    return wallClock(timeZone);
  } catch {
    return undefined;
  }
}

/** Returns the first time from `at` on, a full minute, that's within a window. */
function nextStart(windows: Schedule["windows"], clock: WallClock, at: number): number {
  const start =
    at + Math.min(...windows.map((window) => waitFor(window, weekMinute(clock(at) / MINUTE_MS)))) * MINUTE_MS;
  const changed = clockChange(clock, at, start);
  return changed === undefined ? start : nextStart(windows, clock, changed);
}

/** Returns how many minutes of the clock are left until a window begins. */
function waitFor({ day, from, until }: Schedule["windows"][number], now: number): number {
  const since = (now - (day - 1) * MINUTES_OF_DAY - from + MINUTES_OF_WEEK) % MINUTES_OF_WEEK;
  return since < until - from ? 0 : MINUTES_OF_WEEK - since;
}

// The epoch was a Thursday, and a week begins on Monday.
const weekMinute = (minutes: number) => (minutes + 3 * MINUTES_OF_DAY) % MINUTES_OF_WEEK;

/** Returns the first minute after `from` and up to `to` at which the clock has been set forward or back. */
function clockChange(clock: WallClock, from: number, to: number): number | undefined {
  const offset = (at: number) => clock(at) - at;
  const before = offset(from);
  if (offset(to) === before) return undefined;
  let [last, first] = [from, to];
  while (first - last > MINUTE_MS) {
    const middle = last + Math.floor((first - last) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offset(middle) === before) last = middle;
    else first = middle;
  }
  return first;
}
