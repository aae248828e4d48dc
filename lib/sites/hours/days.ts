import type { Temporal } from "#platform/temporal.ts";
import {
  clockIn,
  DAY_MS,
  dateAt,
  dayAfter,
  exceptionOn,
  minuteAt,
  openTimes,
  type Span,
  turnOfClock,
} from "./open-times.ts";
import type { OpenRules } from "./rules.ts";
import type { DayJson } from "./schema.ts";

const DAYS = 7;

/** A night is the day's that it begins on. What's open for longer than a day is divided at midnight. */
const within = (spans: Span[], [start, end]: Span): Span[] =>
  spans.flatMap(([opens, closes]): Span[] => {
    if (closes - opens <= DAY_MS) return start <= opens && opens < end ? [[opens, closes]] : [];
    return opens < end && closes > start ? [[Math.max(opens, start), Math.min(closes, end)]] : [];
  });

/** Returns seven days from a moment's on, as they'll be. */
export function daysFrom({ hours, closure }: OpenRules, at: number): DayJson[] {
  const { timeZone, exceptions } = hours;
  const clock = clockIn(timeZone);
  const first = dateAt(at, timeZone);
  const dates: Temporal.PlainDate[] = Array.from({ length: DAYS }, (_, days) => first.add({ days }));
  const until = clock.startOf(first.add({ days: DAYS + 1 }));
  const spans = openTimes(hours, closure, clock.startOf(first), until);
  return dates.map((date): DayJson => {
    const day: Span = [clock.startOf(date), clock.startOf(dayAfter(date))];
    const name = exceptionOn(date, exceptions)?.name;
    const clockChange = day[1] - day[0] === DAY_MS ? undefined : turnOfClock(day, timeZone);
    const minute = (moment: number) => minuteAt(moment, date, timeZone);
    return {
      date: date.toString(),
      ...(name !== undefined && { name }),
      windows: within(spans, day).map(([opens, closes]) => ({ from: minute(opens), until: minute(closes) })),
      ...(clockChange && { clockChange }),
    };
  });
}
