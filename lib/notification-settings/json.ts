import type { QuietRow } from "./queries.ts";
import type { NotificationSettingsJson } from "./schema.ts";

const HOUR = 60;

/** Converts a time of day to minutes. */
export function minuteOf(time: string | null): number | null {
  if (time === null) return null;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * HOUR + minutes;
}

const twoDigits = (count: number) => String(count).padStart(2, "0");
const timeOf = (minute: number) => `${twoDigits(Math.floor(minute / HOUR))}:${twoDigits(minute % HOUR)}`;

export function toNotificationSettingsJson({ from, until, timeZone }: QuietRow): NotificationSettingsJson {
  if (from === null || until === null || timeZone === null) return { quietHours: null };
  return { quietHours: { from: timeOf(from), until: timeOf(until), timeZone } };
}
