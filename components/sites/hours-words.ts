import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { type DayHours, isOvernight, isUnfinished, windowOf } from "#components/time/week-hours.ts";
import type { DayJson } from "#lib/sites/hours/schema.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
// A Monday.
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Returns the name of a day of the week. 1 is Monday. */
export const weekdayOf = (day: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(FIRST_DAY + (day - 1) * DAY_MS);

/** Returns a time of day such as "9:00". */
export const minuteWords = (minute: number, language: string) =>
  new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: "UTC" }).format(minute * MINUTE_MS);

/** Returns a date such as "Thu, Dec 25". */
export const dateWords = (date: string, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).format(
    Date.parse(date),
  );

/** Returns a time zone as a list shows it: "Berlin, Europe". */
export function zoneWords(zone: string): string {
  const parts = zone.replaceAll("_", " ").split("/");
  return parts.length === 1 ? zone : `${parts.at(-1)}, ${parts.slice(0, -1).join("/")}`;
}

/** Returns when hours end, if that's on the next day. */
export const nightWords = (hours: DayHours | undefined, language: string): string | undefined =>
  hours && !isUnfinished(hours) && isOvernight(hours)
    ? copy.nextDay(minuteWords(windowOf(hours).until, language))
    : undefined;

type Window = DayJson["windows"][number];

const windowWords = ({ from, until }: Window, language: string) => {
  const end = until === DAY_MINUTES ? copy.midnight : minuteWords(until, language);
  const times = `${minuteWords(from, language)}–${end}`;
  return until > DAY_MINUTES ? copy.overnight(times) : times;
};

/** Returns a day's open times, or that it's closed. */
export function timesOf({ windows }: DayJson, language: string): string[] {
  if (windows.length === 0) return [copy.closed];
  if (windows.some(({ from, until }) => from === 0 && until === DAY_MINUTES)) return [copy.openAllDay];
  return windows.map((window) => windowWords(window, language));
}

/** Returns what's special about a day: the holiday's name, and a clock change. */
export const remarksOn = ({ name, clockChange }: DayJson, language: string): string[] => [
  ...(name === undefined ? [] : [name]),
  ...(clockChange ? [copy.clocksChange(minuteWords(clockChange.at, language))] : []),
];
