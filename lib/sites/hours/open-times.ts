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

const startOf = (date: Temporal.PlainDate, timeZone: string) => date.toZonedDateTime(timeZone);

/** Returns the date of a moment. */
export const dateAt = (at: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();

/** Returns the moments at which a date begins and ends. */
export const dayOf = (date: Temporal.PlainDate, timeZone: string): Span => [
  startOf(date, timeZone).epochMilliseconds,
  startOf(date.add({ days: 1 }), timeZone).epochMilliseconds,
];

function momentOf(wall: Temporal.PlainDateTime, timeZone: string, disambiguation: "earlier" | "later"): number {
  const earlier = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const later = wall.toZonedDateTime(timeZone, { disambiguation: "later" });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return earlier.epochMilliseconds;
  if (earlier.toPlainDateTime().equals(wall)) return (disambiguation === "earlier" ? earlier : later).epochMilliseconds;
  return (earlier.getTimeZoneTransition("next") ?? later).epochMilliseconds;
}

const at = (date: Temporal.PlainDate, minute: number) =>
  date.toPlainDateTime({ hour: Math.floor(minute / HOUR), minute: minute % HOUR });

/** The span of a window that begins on a date. A whole day begins and ends with its date, also if that skips midnight. */
function spanOf(date: Temporal.PlainDate, { from, until }: DayWindow, timeZone: string): Span {
  const next = date.add({ days: 1 });
  return [
    from === 0 ? startOf(date, timeZone).epochMilliseconds : momentOf(at(date, from), timeZone, "earlier"),
    until === DAY_MINUTES
      ? startOf(next, timeZone).epochMilliseconds
      : momentOf(at(until > from ? date : next, until), timeZone, "later"),
  ];
}

/** Returns the exception that a date belongs to. */
export const exceptionOn = (date: Temporal.PlainDate, exceptions: Hours["exceptions"]): HoursException | undefined => {
  const day = date.toString();
  return exceptions.find(({ from, to }) => from <= day && day <= to);
};

/** The spans that begin on a date. An exception has its days for itself, so the night before ends with its date. */
function spansOn(date: Temporal.PlainDate, { timeZone, windows, exceptions }: Hours): Span[] {
  const own = exceptionOn(date, exceptions);
  const next = exceptionOn(date.add({ days: 1 }), exceptions);
  const latest = next && next !== own ? dayOf(date, timeZone)[1] : Number.POSITIVE_INFINITY;
  const those = own ? own.windows : windows.filter(({ day }) => day === date.dayOfWeek);
  return those.map((window) => {
    const [opens, closes] = spanOf(date, window, timeZone);
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
  const { timeZone } = hours;
  const spans: Span[] = [];
  const last = dateAt(until, timeZone);
  // From the day before, which may have a night that ends on this one.
  let date = dateAt(from, timeZone).subtract({ days: 1 });
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    spans.push(...spansOn(date, hours));
    date = date.add({ days: 1 });
  }
  const open = closure ? without(merged(spans), [closure.from, closureEnd(closure, timeZone)]) : merged(spans);
  return nonEmpty(open.map(([opens, closes]): Span => [Math.max(opens, from), Math.min(closes, until)]));
}

/** Returns when "closed until" ends. */
export const closureEnd = ({ until }: Closure, timeZone: string): number =>
  momentOf(Temporal.PlainDateTime.from(until), timeZone, "earlier");

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
