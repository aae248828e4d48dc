import type { Schedule } from "#lib/team/members/schema.ts";

const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;

/** Hours of a day as time fields have them. Midnight at the end is 00:00. */
export type DayHours = { from: string; until: string };

/** The hours of each day, from Monday on. */
type WeekHours = DayHours[][];

export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const WORKDAYS = 5;
export const OFFICE: DayHours = { from: "09:00", until: "17:00" };

/** Returns the hours of a week, or the ones to begin with. */
export function weekOf(schedule: Schedule | undefined): WeekHours {
  if (!schedule) return DAYS.map((day) => (day <= WORKDAYS ? [OFFICE] : []));
  return DAYS.map((day) =>
    schedule.windows
      .filter((window) => window.day === day)
      .toSorted((one, other) => one.from - other.from)
      .map(({ from, until }) => ({ from: clockOf(from), until: clockOf(until) })),
  );
}

export const windowsOf = (week: WeekHours): Schedule["windows"] =>
  week.flatMap((hours, at) =>
    hours.map(({ from, until }) => ({
      day: at + 1,
      from: minuteOf(from),
      until: minuteOf(until) === 0 ? MINUTES_OF_DAY : minuteOf(until),
    })),
  );

/** Returns the first day with hours that end before they begin, or that lack a time. */
export const wrongDayOf = (week: WeekHours): number | undefined =>
  windowsOf(week).find(({ from, until }) => !(from < until))?.day;

function clockOf(minute: number): string {
  const part = (number: number) => String(number).padStart(2, "0");
  return `${part(Math.floor((minute % MINUTES_OF_DAY) / MINUTES_OF_HOUR))}:${part(minute % MINUTES_OF_HOUR)}`;
}

function minuteOf(clock: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = clock.split(":").map(Number);
  return hours * MINUTES_OF_HOUR + minutes;
}
