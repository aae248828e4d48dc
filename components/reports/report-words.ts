import type { Reader } from "#components/time/reader.tsx";

type Zone = Pick<Reader, "language" | "timeZone">;

/** The days from a moment to the last one before another: "Nov 23 – 29, 2026". */
export const rangeWords = (from: string, until: string, { language, timeZone }: Zone): string =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric", timeZone }).formatRange(
    new Date(from),
    new Date(Date.parse(until) - 1),
  );

// Monday was January 1, 2024.
const dayOfWeek = (day: number) => new Date(Date.UTC(2024, 0, day));

export const dayName = (day: number, { language }: Zone, length: "short" | "long"): string =>
  dayOfWeek(day).toLocaleDateString(language, { weekday: length, timeZone: "UTC" });

/** An hour as the reader's clock shows it: "14:00" or "2 PM". */
export const hourName = (hour: number, { language }: Zone): string =>
  new Date(Date.UTC(2024, 0, 1, hour)).toLocaleTimeString(language, { timeStyle: "short", timeZone: "UTC" });

const WEEK_MS = 7 * 86_400_000;

/** Returns the Monday some weeks later. */
export const weeksLater = (monday: string, weeks: number): string =>
  new Date(Date.parse(monday) + weeks * WEEK_MS).toISOString().slice(0, 10);

export const reportPath = (siteId: string, week?: string): string =>
  `/reports?${new URLSearchParams({ site: siteId, ...(week !== undefined && { week }) })}`;
