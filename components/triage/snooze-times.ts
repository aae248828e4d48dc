const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MORNING = 9;
const LAST_HOUR_FOR_LATER = 20;
const LATER_HOURS = 3;

type Wall = { year: number; month: number; day: number; hour: number; minute: number };

/** Returns what clocks in a time zone show at a moment. */
function wallTime(at: Date, timeZone: string): Wall {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(at);
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === name)?.value);
  return { year: part("year"), month: part("month"), day: part("day"), hour: part("hour"), minute: part("minute") };
}

const asUtc = ({ year, month, day, hour, minute }: Wall) => Date.UTC(year, month - 1, day, hour, minute);

/** Returns the moment at which clocks in a time zone show a time. One that they skip is as much later. */
function momentOf(wall: Wall, timeZone: string): Date {
  const wanted = asUtc(wall);
  const offsetAt = (time: number) => asUtc(wallTime(new Date(time), timeZone)) - time;
  const guess = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(guess));
}

export type SnoozeTime = { name: "later" | "tomorrow" | "monday" | "week"; until: Date };

/** Returns the times offered for snoozing, by the reader's own clock. */
export function snoozeTimes(now: Date, timeZone: string): SnoozeTime[] {
  const today = wallTime(now, timeZone);
  const midnight = asUtc({ ...today, hour: 0, minute: 0 });
  const morningIn = (days: number) => {
    const day = new Date(midnight + days * DAY_MS);
    const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + 1];
    return momentOf({ year, month, day: day.getUTCDate(), hour: MORNING, minute: 0 }, timeZone);
  };
  const untilMonday = (8 - new Date(midnight).getUTCDay()) % 7 || 7;
  const later = new Date(Math.ceil((now.getTime() + LATER_HOURS * HOUR_MS - 1) / HOUR_MS) * HOUR_MS);
  return [
    ...(today.hour < LAST_HOUR_FOR_LATER ? [{ name: "later" as const, until: onTheHour(later, timeZone) }] : []),
    { name: "tomorrow", until: morningIn(1) },
    // On Sundays that's tomorrow, and on Mondays next week.
    ...(untilMonday > 1 && untilMonday < 7 ? [{ name: "monday" as const, until: morningIn(untilMonday) }] : []),
    { name: "week", until: morningIn(7) },
  ];
}

// Whole hours of a zone such as Asia/Kathmandu aren't those of UTC.
function onTheHour(at: Date, timeZone: string): Date {
  const wall = wallTime(at, timeZone);
  return wall.minute === 0 ? at : momentOf({ ...wall, minute: 0 }, timeZone);
}

/** Returns a moment as a `datetime-local` field has it. */
export function toField(at: Date, timeZone: string): string {
  return new Date(asUtc(wallTime(at, timeZone))).toISOString().slice(0, 16);
}

/** Returns the moment that a `datetime-local` field means, or undefined if it's empty. */
export function fromField(text: string, timeZone: string): Date | undefined {
  const [year, month, day, hour, minute] = text.split(/[-T:]/).map(Number);
  if (!year || !month || !day || hour === undefined || minute === undefined) return undefined;
  return momentOf({ year, month, day, hour, minute }, timeZone);
}
