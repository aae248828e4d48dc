import { type WallClock, wallClock } from "#platform/wall-clock.ts";

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
function momentOf(wall: number, clock: WallClock): Date {
  // The offsets on both sides of any change that day.
  const [before = 0, after = 0] = [wall - DAY_MS, wall + DAY_MS].map((time) => clock(time) - time);
  const shown = [wall - before, wall - after].find((moment) => clock(moment) === wall);
  return new Date(shown ?? wall - before);
}

export type SnoozeTime = { name: "later" | "tomorrow" | "monday" | "week"; until: Date };

/** Returns the times offered for snoozing, by the reader's own clock. */
export function snoozeTimes(now: Date, timeZone: string): SnoozeTime[] {
  const clock = wallClock(timeZone);
  const shown = clock(now.getTime());
  const midnight = shown - (shown % DAY_MS);
  const morningIn = (days: number) => momentOf(midnight + days * DAY_MS + MORNING * HOUR_MS, clock);
  const untilMonday = (8 - new Date(midnight).getUTCDay()) % 7 || 7;
  return [
    ...(shown - midnight < LAST_HOUR_FOR_LATER * HOUR_MS
      ? [{ name: "later" as const, until: nextFullHour(now.getTime() + LATER_HOURS * HOUR_MS, clock) }]
      : []),
    { name: "tomorrow", until: morningIn(1) },
    // On Sundays that's tomorrow, and on Mondays next week.
    ...(untilMonday > 1 && untilMonday < 7 ? [{ name: "monday" as const, until: morningIn(untilMonday) }] : []),
    { name: "week", until: morningIn(7) },
  ];
}

// By the clock: full hours of a zone such as Asia/Kathmandu aren't those of UTC.
function nextFullHour(after: number, clock: WallClock): Date {
  const at = Math.ceil(after / MINUTE_MS) * MINUTE_MS;
  return new Date(at + ((HOUR_MS - (clock(at) % HOUR_MS)) % HOUR_MS));
}

/** Returns a moment as a `datetime-local` field has it. */
export function toField(at: Date, timeZone: string): string {
  return new Date(wallClock(timeZone)(at.getTime())).toISOString().slice(0, 16);
}

/** Returns the moment that a `datetime-local` field means, or undefined if it's empty. */
export function fromField(text: string, timeZone: string): Date | undefined {
  const [year, month, day, hour, minute] = text.split(/[-T:]/).map(Number);
  if (!year || !month || !day || hour === undefined || minute === undefined) return undefined;
  return momentOf(Date.UTC(year, month - 1, day, hour, minute), wallClock(timeZone));
}
