import { generalCopy } from "#components/catalogs/general.ts";
import type { Reader } from "./reader.tsx";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// Creating a format is much slower than using it, and a long conversation has thousands of times.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(
  { language, timeZone }: Pick<Reader, "language" | "timeZone">,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...options });
  formats.set(key, made);
  return made;
}

const relatives = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormat(
  { language }: Pick<Reader, "language">,
  options: Intl.RelativeTimeFormatOptions,
): Intl.RelativeTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const made = relatives.get(key) ?? new Intl.RelativeTimeFormat(language, options);
  relatives.set(key, made);
  return made;
}

const units = new Map<string, Intl.NumberFormat>();
const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

function unitFormat(language: string, unit: string, unitDisplay: "narrow" | "long"): Intl.NumberFormat {
  const key = `${language} ${unit} ${unitDisplay}`;
  const made = units.get(key) ?? new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay });
  units.set(key, made);
  return made;
}

/** Returns the reader's calendar day in a form that sorts and compares. */
export function dayOf(at: Date, { timeZone }: Pick<Reader, "timeZone">): string {
  return format({ language: "en-CA", timeZone }, { dateStyle: "short" }).format(at);
}

const yearOf = (at: Date, reader: Reader) => dayOf(at, reader).slice(0, 4);

// The formats of other languages have one word, such as "jetzt".
const nowWords = (reader: Reader) =>
  /^en\b/.test(reader.language) ? generalCopy.justNow : relativeFormat(reader, { numeric: "auto" }).format(0, "second");

/** Returns how long ago it was, within a day; then the date. It fits into a sentence: "created just now". */
export function shortTime(at: Date, reader: Reader): string {
  const ago = reader.now - at.getTime();
  const relative = relativeFormat(reader, { style: "narrow", numeric: "auto" });
  if (ago < MINUTE_MS) return nowWords(reader);
  if (ago < HOUR_MS) return relative.format(-Math.floor(ago / MINUTE_MS), "minute");
  if (ago < DAY_MS) return relative.format(-Math.floor(ago / HOUR_MS), "hour");
  return shortDate(at, reader);
}

/** Returns how long ago something was whose time is stored at most once an hour. It fits into an English sentence. */
export function hourlyTime(at: Date, { now }: Pick<Reader, "now">): string {
  const ago = now - at.getTime();
  // A more exact time would look outdated, although nothing is: it may have happened again, up to an hour after that time.
  if (ago < MINUTE_MS) return generalCopy.justNow;
  if (ago < 2 * HOUR_MS) return ago < HOUR_MS ? generalCopy.inLastHour : generalCopy.inLastTwoHours;
  const [unit, length] = ago < DAY_MS ? (["hour", HOUR_MS] as const) : (["day", DAY_MS] as const);
  return relativeFormat({ language: "en" }, { numeric: "auto" }).format(-Math.floor(ago / length), unit);
}

/** Returns how long something has lasted, at least a minute: "12m" or "12 minutes". */
export const durationWords = (since: Date, { language, now }: Reader, unitDisplay: "narrow" | "long") =>
  lengthWords(now - since.getTime(), language, unitDisplay);

/** Returns how long it is until a time, at least a minute: "3 days". */
export const timeLeft = (until: Date, { language, now }: Reader) =>
  lengthWords(until.getTime() - now, language, "long");

function lengthWords(ms: number, language: string, unitDisplay: "narrow" | "long"): string {
  const shown = Math.max(MINUTE_MS, ms);
  const [unit, length] = UNITS.find(([, each]) => shown >= each) ?? ["minute", MINUTE_MS];
  return unitFormat(language, unit, unitDisplay).format(Math.floor(shown / length));
}

const CLOCK_UNITS = [...UNITS, ["second", SECOND_MS]] as const;

/** Returns how long something has lasted, in its two largest units: "4m 12s" or "3h 5m". */
export function clockWords(since: Date, { language, now }: Reader): string {
  let left = Math.max(0, now - since.getTime());
  const parts = CLOCK_UNITS.map(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    return { unit, count };
  });
  const first = Math.max(
    0,
    parts.findIndex(({ count }) => count > 0),
  );
  const shown = parts.every(({ count }) => count === 0) ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown.map(({ unit, count }) => unitFormat(language, unit, "narrow").format(count)).join(" ");
}

/** Returns a time as the list shows it: how long ago, without "ago", then the date. */
export function listTime(at: Date, reader: Reader): string {
  const ago = reader.now - at.getTime();
  if (ago < MINUTE_MS) return relativeFormat(reader, { numeric: "auto" }).format(0, "second");
  return ago >= DAY_MS ? shortDate(at, reader) : durationWords(at, reader, "narrow");
}

/** Returns a day and month, with the year if it isn't the current one. */
export function shortDate(at: Date, reader: Reader): string {
  const sameYear = yearOf(at, reader) === yearOf(new Date(reader.now), reader);
  return format(reader, { day: "numeric", month: "short", ...(!sameYear && { year: "numeric" }) }).format(at);
}

/** Returns "Today", "Yesterday" or the date, for the line between two days. */
export function dayWords(at: Date, reader: Reader): string {
  const now = new Date(reader.now);
  const days = Math.round((Date.parse(dayOf(at, reader)) - Date.parse(dayOf(now, reader))) / DAY_MS);
  if (days === 0 || days === -1) {
    const words = relativeFormat(reader, { numeric: "auto" }).format(days, "day");
    return words.charAt(0).toLocaleUpperCase(reader.language) + words.slice(1);
  }
  const sameYear = yearOf(at, reader) === yearOf(now, reader);
  return format(reader, {
    day: "numeric",
    month: "long",
    ...(sameYear ? { weekday: "long" } : { year: "numeric" }),
  }).format(at);
}

export const clockTime = (at: Date, reader: Reader) => format(reader, { timeStyle: "short" }).format(at);

export const fullTime = (at: Date, reader: Reader) =>
  format(reader, { dateStyle: "full", timeStyle: "short" }).format(at);

/** Returns a time that's over: today's clock time, or the date with the clock time. */
export function pastTime(at: Date, reader: Reader): string {
  const clock = clockTime(at, reader);
  return dayOf(at, reader) === dayOf(new Date(reader.now), reader) ? clock : `${shortDate(at, reader)}, ${clock}`;
}

/** Returns how long ago it was, within a day; then the date with the clock time. */
export const exactTime = (at: Date, reader: Reader) =>
  reader.now - at.getTime() < DAY_MS ? shortTime(at, reader) : pastTime(at, reader);

/** Returns a time to come: today's clock time, "tomorrow", the weekday or the date, with the clock time. */
export function untilTime(at: Date, reader: Reader): string {
  const now = new Date(reader.now);
  const days = Math.round((Date.parse(dayOf(at, reader)) - Date.parse(dayOf(now, reader))) / DAY_MS);
  const clock = clockTime(at, reader);
  if (days <= 0) return clock;
  if (days === 1) return `${relativeFormat(reader, { numeric: "auto" }).format(1, "day")}, ${clock}`;
  if (days < 7) return `${format(reader, { weekday: "long" }).format(at)}, ${clock}`;
  return `${shortDate(at, reader)}, ${clock}`;
}
