import { dateLanguage, say } from "./words.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** "Today", "Yesterday", then a date, in the reader's language. */
export function dayLabel(at: Date, now: Date, language = dateLanguage()): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS);
  if (!days || days === -1) {
    const label = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
    return label.charAt(0).toLocaleUpperCase(language) + label.slice(1);
  }
  const sameYear = at.getFullYear() === now.getFullYear();
  return at.toLocaleDateString(language, {
    ...(sameYear ? { weekday: "long" } : { year: "numeric" }),
    day: "numeric",
    month: "long",
  });
}

/** Returns how long ago within the last hour, else the time of day. The day is shown above. */
export function timeLabel(at: Date, now: Date, language = dateLanguage()): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MINUTE_MS);
  if (minutes < 1 && minutes > -5) return say("now");
  if (minutes >= 0 && minutes < 60) {
    return new Intl.RelativeTimeFormat(language, { style: "short" }).format(-minutes, "minute");
  }
  return at.toLocaleTimeString(language, { timeStyle: "short" });
}

export function fullTime(at: Date, language = dateLanguage()): string {
  return at.toLocaleString(language, { dateStyle: "full", timeStyle: "short" });
}

function startOfDay(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
}
