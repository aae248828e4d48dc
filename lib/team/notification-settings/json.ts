import type { NotificationSettings } from "./queries.ts";
import { NotificationSettingsJson } from "./schema.ts";

const HOUR = 60;

/** Converts a time of day to minutes. */
export function minuteOf(time: string | null): number | null {
  if (time === null) return null;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * HOUR + minutes;
}

const twoDigits = (count: number) => String(count).padStart(2, "0");
const timeOf = (minute: number) => `${twoDigits(Math.floor(minute / HOUR))}:${twoDigits(minute % HOUR)}`;

/** The table's constraints are the schema's. */
export function toNotificationSettingsJson(row: NotificationSettings): NotificationSettingsJson {
  const { quietFrom: from, quietUntil: until, timeZone, alertSound, repeatsSound } = row;
  const isQuiet = from !== null && until !== null && timeZone !== null;
  return {
    quietHours: isQuiet ? { from: timeOf(from), until: timeOf(until), timeZone } : null,
    sound: NotificationSettingsJson.shape.sound.parse(alertSound),
    repeatSound: repeatsSound,
  };
}
