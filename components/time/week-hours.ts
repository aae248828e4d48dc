import type { DayWindow } from "#lib/sites/hours/schema.ts";

const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;

/** Hours of a day as time fields have them. Midnight at the end is 00:00. */
export type DayHours = { from: string; until: string };

/** The hours of each day, from Monday on. */
export type WeekHours = DayHours[][];
type WeekWindow = DayWindow & { day: number };

export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const WORKDAYS = 5;
export const OFFICE: DayHours = { from: "09:00", until: "17:00" };

/** Returns the hours of a week, or the ones to begin with. */
export function weekOf(windows: readonly WeekWindow[] | undefined): WeekHours {
  if (!windows) return DAYS.map((day) => (day <= WORKDAYS ? [OFFICE] : []));
  return DAYS.map((day) => hoursOf(windows.filter((window) => window.day === day)));
}

/** Returns the hours of a day, in their order. */
export const hoursOf = (windows: readonly DayWindow[]): DayHours[] =>
  windows
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, until }) => ({ from: clockOf(from), until: clockOf(until) }));

/** Returns the window of hours. Its times are NaN if one is missing. */
export const windowOf = ({ from, until }: DayHours): DayWindow => ({
  from: minuteOf(from),
  until: minuteOf(until) === 0 ? MINUTES_OF_DAY : minuteOf(until),
});

export const windowsOf = (week: WeekHours): WeekWindow[] =>
  week.flatMap((hours, at) => hours.map((one) => ({ day: at + 1, ...windowOf(one) })));

/** Returns the first day with hours that end before they begin, or that lack a time. */
export const wrongDayOf = (week: WeekHours): number | undefined =>
  windowsOf(week).find(({ from, until }) => !(from < until))?.day;

/** Whether hours lack a time. */
export const isUnfinished = (hours: DayHours): boolean => !hours.from || !hours.until;

/** Whether hours end on the next day. */
export function isOvernight(hours: DayHours): boolean {
  const { from, until } = windowOf(hours);
  return until <= from;
}

function clockOf(minute: number): string {
  const part = (number: number) => String(number).padStart(2, "0");
  return `${part(Math.floor((minute % MINUTES_OF_DAY) / MINUTES_OF_HOUR))}:${part(minute % MINUTES_OF_HOUR)}`;
}

function minuteOf(clock: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = clock.split(":").map(Number);
  return hours * MINUTES_OF_HOUR + minutes;
}
