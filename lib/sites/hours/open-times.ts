import { Temporal } from "#platform/temporal.ts";
import type { DayWindow, Hours, HoursException } from "./schema.ts";

/*
 * The only file that computes with hours (decision 54). A window belongs to the date it begins on. A time of day that occurs
 * twice means the first for an opening and the last for a closing; one that's skipped means the moment of the gap.
 */

/** An opening and its closing, in milliseconds since 1970. The closing isn't part of it. */
export type Span = readonly [opens: number, closes: number];

/** "Closed until", and since when that holds. */
export type Closure = { from: number; until: string };

const HOUR = 60;
const DAY_MINUTES = 1_440;
export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Returns the date of a moment. */
export const dateAt = (at: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();

/** Returns the date and time of day of a moment, in whole minutes. */
export const localAt = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });

export const dayAfter = (date: Temporal.PlainDate) => date.add({ days: 1 });

/** The clock of a zone: when a date begins, and which moment a time of day is. */
export function clockIn(timeZone: string) {
  const starts = new Map<string, number>();
  const startOf = (date: Temporal.PlainDate): number => {
    const day = date.toString();
    const start = starts.get(day) ?? date.toZonedDateTime(timeZone).epochMilliseconds;
    starts.set(day, start);
    return start;
  };
  const momentOf = (date: Temporal.PlainDate, minute: number, occurrence: "earlier" | "later"): number => {
    const start = startOf(date);
    if (minute === 0) return start;
    // A day of 24 hours has no change.
    if (startOf(dayAfter(date)) - start === DAY_MS) return start + minute * MINUTE_MS;
    const wall = date.toPlainDateTime({ hour: Math.floor(minute / HOUR), minute: minute % HOUR });
    const earlier = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
    const later = wall.toZonedDateTime(timeZone, { disambiguation: "later" });
    if (earlier.toPlainDateTime().equals(wall)) return (occurrence === "earlier" ? earlier : later).epochMilliseconds;
    return (earlier.getTimeZoneTransition("next") ?? later).epochMilliseconds;
  };
  return { timeZone, startOf, momentOf };
}
type Clock = ReturnType<typeof clockIn>;

/** The span of a window that begins on a date. A whole day begins and ends with its date, also if that skips midnight. */
function spanOf(date: Temporal.PlainDate, { from, until }: DayWindow, { startOf, momentOf }: Clock): Span {
  const next = dayAfter(date);
  return [
    momentOf(date, from, "earlier"),
    until === DAY_MINUTES ? startOf(next) : momentOf(until > from ? date : next, until, "later"),
  ];
}

/** Returns the exception that a date belongs to. */
export const exceptionOn = (date: Temporal.PlainDate, exceptions: Hours["exceptions"]): HoursException | undefined => {
  const day = date.toString();
  return exceptions.find(({ from, to }) => from <= day && day <= to);
};

/** The spans that begin on a date. An exception has its days for itself, so the night before ends with its date. */
function spansOn(date: Temporal.PlainDate, { windows, exceptions }: Hours, clock: Clock): Span[] {
  const own = exceptionOn(date, exceptions);
  const next = exceptionOn(dayAfter(date), exceptions);
  const latest = next && next !== own ? clock.startOf(dayAfter(date)) : Number.POSITIVE_INFINITY;
  const those = own ? own.windows : windows.filter(({ day }) => day === date.dayOfWeek);
  return those.map((window) => {
    const [opens, closes] = spanOf(date, window, clock);
    return [opens, Math.min(closes, latest)];
  });
}

function merged(spans: Span[]): Span[] {
  const result: [number, number][] = [];
  for (const [opens, closes] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && opens <= last[1]) last[1] = Math.max(last[1], closes);
    else if (opens < closes) result.push([opens, closes]);
  }
  return result;
}

const without = (spans: Span[], [from, until]: Span): Span[] =>
  spans.flatMap(([opens, closes]): Span[] => [
    [opens, Math.min(closes, from)],
    [Math.max(opens, until), closes],
  ]);

const nonEmpty = (spans: Span[]) => spans.filter(([opens, closes]) => opens < closes);

/** Returns the open times between two moments, in ascending order. What's open then is cut there. */
export function openTimes(hours: Hours, closure: Closure | null, from: number, until: number): Span[] {
  const clock = clockIn(hours.timeZone);
  const spans: Span[] = [];
  const last = dateAt(until, hours.timeZone);
  // From the day before, which may have a night that ends on this one.
  let date = dateAt(from, hours.timeZone).subtract({ days: 1 });
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    spans.push(...spansOn(date, hours, clock));
    date = dayAfter(date);
  }
  // One that was taken back in its first minute ends before it begins.
  const closed: Span | null = closure && [closure.from, Math.max(closure.from, momentAt(closure.until, clock))];
  const open = closed ? without(merged(spans), closed) : merged(spans);
  return nonEmpty(open.map(([opens, closes]): Span => [Math.max(opens, from), Math.min(closes, until)]));
}

/** Returns the moment of a date and time of day. If it occurs twice, it's the first. */
export function momentAt(local: string, { momentOf }: Clock): number {
  const wall = Temporal.PlainDateTime.from(local);
  return momentOf(wall.toPlainDate(), wall.hour * HOUR + wall.minute, "earlier");
}

/** How many spans have opened by then. */
function openedBy(spans: readonly Span[], moment: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.[0] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a moment is within an open time. */
export function isOpen(spans: readonly Span[], moment: number): boolean {
  const span = spans[openedBy(spans, moment) - 1];
  return span !== undefined && moment < span[1];
}

/** Returns the last closing, if it's closed and one is known. */
export function closedSince(spans: readonly Span[], moment: number): number | undefined {
  const closes = spans[openedBy(spans, moment) - 1]?.[1];
  return closes !== undefined && closes <= moment ? closes : undefined;
}

/** Returns the first opening after a moment. */
export const nextOpening = (spans: readonly Span[], moment: number): number | undefined =>
  spans[openedBy(spans, moment)]?.[0];

/** Returns the first opening or closing after a moment. */
export const nextTurn = (spans: readonly Span[], moment: number): number | undefined =>
  isOpen(spans, moment) ? spans[openedBy(spans, moment) - 1]?.[1] : nextOpening(spans, moment);

/** Returns for how many milliseconds it's open between two moments. */
export function openMs(spans: readonly Span[], from: number, until: number): number {
  let open = 0;
  for (let index = Math.max(0, openedBy(spans, from) - 1); index < spans.length; index += 1) {
    const [opens, closes] = spans[index] ?? [until, until];
    if (opens >= until) break;
    open += Math.max(0, Math.min(closes, until) - Math.max(opens, from));
  }
  return open;
}

/** Returns the zone's offset from UTC at a moment, in minutes. */
export const offsetAt = (moment: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).offsetNanoseconds / 60e9;

/** Returns which minute of a date a zone's clock shows at a moment. The next day's begin with 1440. */
export function minuteAt(moment: number, date: Temporal.PlainDate, timeZone: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return date.until(wall.toPlainDate()).days * DAY_MINUTES + wall.hour * HOUR + wall.minute;
}

/** Returns at which minute of a day its clock changes, and by how many. */
export function turnOfClock([start]: Span, timeZone: string): { at: number; by: number } | undefined {
  // A day whose midnight is skipped begins with the change.
  const before = Temporal.Instant.fromEpochMilliseconds(start - 1).toZonedDateTimeISO(timeZone);
  const change = before.getTimeZoneTransition("next");
  if (!change) return undefined;
  const by = (change.offsetNanoseconds - before.offsetNanoseconds) / 60e9;
  return { at: (change.hour * HOUR + change.minute - by + DAY_MINUTES) % DAY_MINUTES, by };
}
