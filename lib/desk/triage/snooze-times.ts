import { type WallClock, wallClock } from "#platform/wall-clock.ts";

/** The times that are offered for snoozing. */
export const SNOOZE_TIMES = ["later", "tomorrow", "monday", "week"] as const;
type SnoozeTimeName = (typeof SNOOZE_TIMES)[number];
export type SnoozeTime = { name: SnoozeTimeName; until: Date };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MORNING = 9;
const LAST_HOUR_FOR_LATER = 20;
const LATER_HOURS = 3;

/**
 * Returns the moment at which a clock shows a time: the first one if it's shown twice, and as much later if it's skipped
 * (as `Temporal` does with `disambiguation: "compatible"`).
 */
export function momentOf(wall: number, clock: WallClock): Date {
  // The offsets on both sides of any change that day.
  const [before = 0, after = 0] = [wall - DAY_MS, wall + DAY_MS].map((time) => clock(time) - time);
  const shown = [wall - before, wall - after].find((moment) => clock(moment) === wall);
  return new Date(shown ?? wall - before);
}

/** Returns the moment that a name means after `now`, by the clock of a time zone. */
export function wakingTime(name: SnoozeTimeName, now: Date, timeZone: string): Date {
  const clock = wallClock(timeZone);
  if (name === "later") return nextFullHour(now.getTime() + LATER_HOURS * HOUR_MS, clock);
  const midnight = midnightOf(clock(now.getTime()));
  const days = { tomorrow: 1, monday: daysUntilMonday(midnight), week: 7 }[name];
  return momentOf(midnight + days * DAY_MS + MORNING * HOUR_MS, clock);
}

/** Returns the times offered for snoozing, by the reader's own clock. */
export function snoozeTimes(now: Date, timeZone: string): SnoozeTime[] {
  const shown = wallClock(timeZone)(now.getTime());
  const midnight = midnightOf(shown);
  const untilMonday = daysUntilMonday(midnight);
  const isOffered: Record<SnoozeTimeName, boolean> = {
    later: shown - midnight < LAST_HOUR_FOR_LATER * HOUR_MS,
    tomorrow: true,
    // On Sundays that's tomorrow, and on Mondays next week.
    monday: untilMonday > 1 && untilMonday < 7,
    week: true,
  };
  return SNOOZE_TIMES.filter((name) => isOffered[name]).map((name) => ({
    name,
    until: wakingTime(name, now, timeZone),
  }));
}

const midnightOf = (shown: number) => shown - (shown % DAY_MS);
const daysUntilMonday = (midnight: number) => (8 - new Date(midnight).getUTCDay()) % 7 || 7;

// By the clock: full hours of a zone such as Asia/Kathmandu aren't those of UTC.
function nextFullHour(after: number, clock: WallClock): Date {
  const at = Math.ceil(after / MINUTE_MS) * MINUTE_MS;
  return new Date(at + ((HOUR_MS - (clock(at) % HOUR_MS)) % HOUR_MS));
}
