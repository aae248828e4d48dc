import { expect, test } from "@playwright/test";
import {
  type Closure,
  closedSince,
  DAY_MS,
  isOpen,
  nextOpening,
  nextTurn,
  openMs,
  openTimes,
  type Span,
} from "#lib/sites/hours/open-times.ts";
import { openTimesAt, openTimesOf, stateAt } from "#lib/sites/hours/rules.ts";
import type { Hours } from "#lib/sites/hours/schema.ts";

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAYS = [1, 2, 3, 4, 5, 6, 7];

const minuteOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * HOUR + minutes;
};
const windowOf = (text: string) => {
  const [from = "", until = ""] = text.split("-");
  return { from: minuteOf(from), until: minuteOf(until) };
};
/** Hours such as "9:00-17:00" on these days, or on each. */
const daily = (timeZone: string, windows: string[], days = DAYS): Hours => ({
  timeZone,
  windows: days.flatMap((day) => windows.map((window) => ({ day, ...windowOf(window) }))),
  exceptions: [],
});
const closedOn = (from: string, to: string, ...windows: string[]) => ({ from, to, windows: windows.map(windowOf) });

type Range = [from: string, until: string];
const spansOf = (hours: Hours, [from, until]: Range, closure: Closure | null = null) =>
  openTimes(hours, closure, Date.parse(from), Date.parse(until));
const span = (opens: string, closes: string): Span => [Date.parse(opens), Date.parse(closes)];

// Each night of a clock change, with hours over it and hours that begin and end in it.
const NIGHTS: { night: string; zone: string; range: Range; windows: string[]; open: Span[] }[] = [
  {
    night: "an hour is skipped in Berlin",
    zone: "Europe/Berlin",
    range: ["2026-03-29T00:00+01:00", "2026-03-30T00:00+02:00"],
    windows: ["0:00-1:00", "2:30-6:00", "9:00-17:00"],
    open: [
      span("2026-03-29T00:00+01:00", "2026-03-29T01:00+01:00"),
      span("2026-03-29T03:00+02:00", "2026-03-29T06:00+02:00"),
      span("2026-03-29T09:00+02:00", "2026-03-29T17:00+02:00"),
    ],
  },
  {
    night: "hours begin and end within the skipped hour",
    zone: "Europe/Berlin",
    range: ["2026-03-29T00:00+01:00", "2026-03-30T00:00+02:00"],
    windows: ["2:10-2:50"],
    open: [],
  },
  {
    night: "hours end in the skipped hour",
    zone: "Europe/Berlin",
    range: ["2026-03-28T12:00+01:00", "2026-03-29T12:00+02:00"],
    windows: ["22:00-2:30"],
    open: [span("2026-03-28T22:00+01:00", "2026-03-29T03:00+02:00")],
  },
  {
    night: "an hour occurs twice in Berlin",
    zone: "Europe/Berlin",
    range: ["2026-10-25T00:00+02:00", "2026-10-26T00:00+01:00"],
    windows: ["1:00-2:30", "2:45-4:00"],
    open: [span("2026-10-25T01:00+02:00", "2026-10-25T04:00+01:00")],
  },
  {
    night: "both ends occur twice",
    zone: "Europe/Berlin",
    range: ["2026-10-25T00:00+02:00", "2026-10-26T00:00+01:00"],
    windows: ["2:10-2:50"],
    open: [span("2026-10-25T02:10+02:00", "2026-10-25T02:50+01:00")],
  },
  {
    night: "an hour is skipped in New York",
    zone: "America/New_York",
    range: ["2026-03-08T00:00-05:00", "2026-03-09T00:00-04:00"],
    windows: ["2:15-8:00"],
    open: [span("2026-03-08T03:00-04:00", "2026-03-08T08:00-04:00")],
  },
  {
    night: "an hour occurs twice in New York",
    zone: "America/New_York",
    range: ["2026-11-01T00:00-04:00", "2026-11-02T00:00-05:00"],
    windows: ["0:30-1:30"],
    open: [span("2026-11-01T00:30-04:00", "2026-11-01T01:30-05:00")],
  },
  {
    night: "half an hour is skipped on Lord Howe Island",
    zone: "Australia/Lord_Howe",
    range: ["2026-10-04T00:00+10:30", "2026-10-05T00:00+11:00"],
    windows: ["2:15-5:00"],
    open: [span("2026-10-04T02:30+11:00", "2026-10-04T05:00+11:00")],
  },
  {
    night: "half an hour occurs twice on Lord Howe Island",
    zone: "Australia/Lord_Howe",
    range: ["2026-04-05T00:00+11:00", "2026-04-06T00:00+10:30"],
    windows: ["1:00-1:45", "9:00-10:00"],
    open: [
      span("2026-04-05T01:00+11:00", "2026-04-05T01:45+10:30"),
      span("2026-04-05T09:00+10:30", "2026-04-05T10:00+10:30"),
    ],
  },
  {
    night: "midnight is skipped in Santiago",
    zone: "America/Santiago",
    range: ["2026-09-05T12:00-04:00", "2026-09-06T12:00-03:00"],
    windows: ["0:00-2:00", "22:00-24:00"],
    open: [span("2026-09-05T22:00-04:00", "2026-09-06T02:00-03:00")],
  },
  {
    night: "the hour before midnight occurs twice in Santiago",
    zone: "America/Santiago",
    range: ["2026-04-04T12:00-03:00", "2026-04-05T12:00-04:00"],
    windows: ["22:00-23:30"],
    open: [span("2026-04-04T22:00-03:00", "2026-04-04T23:30-04:00")],
  },
  {
    night: "midnight is skipped in Cairo",
    zone: "Africa/Cairo",
    range: ["2026-04-23T12:00+02:00", "2026-04-24T12:00+03:00"],
    windows: ["23:00-0:30"],
    open: [span("2026-04-23T23:00+02:00", "2026-04-24T01:00+03:00")],
  },
  {
    night: "the day is 25 hours long in Cairo",
    zone: "Africa/Cairo",
    range: ["2026-10-29T00:00+03:00", "2026-10-30T00:00+02:00"],
    windows: ["0:00-24:00"],
    open: [span("2026-10-29T00:00+03:00", "2026-10-30T00:00+02:00")],
  },
  {
    night: "a whole day is skipped in Apia",
    zone: "Pacific/Apia",
    range: ["2011-12-29T00:00-10:00", "2012-01-01T00:00+14:00"],
    windows: ["9:00-17:00", "22:00-6:00"],
    open: [
      // The night before ended with Thursday.
      span("2011-12-29T00:00-10:00", "2011-12-29T06:00-10:00"),
      span("2011-12-29T09:00-10:00", "2011-12-29T17:00-10:00"),
      span("2011-12-29T22:00-10:00", "2011-12-31T06:00+14:00"),
      span("2011-12-31T09:00+14:00", "2011-12-31T17:00+14:00"),
      span("2011-12-31T22:00+14:00", "2012-01-01T00:00+14:00"),
    ],
  },
];

for (const { night, zone, range, windows, open } of NIGHTS) {
  test(`open times are right when ${night}`, () => expect(spansOf(daily(zone, windows), range)).toEqual(open));
}

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];
for (const zone of ZONES) {
  test(`a year of open times agrees with the wall clock in ${zone}, apart from the nights of a change`, () => {
    const hours = daily(zone, ["8:00-12:15", "13:00-18:30", "22:00-3:45"], [1, 2, 4, 6]);
    const [start, end] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
    const spans = openTimes(hours, null, start, end);
    const clock = new Intl.DateTimeFormat("en", {
      timeZone: zone,
      weekday: "short",
      hour: "numeric",
      minute: "numeric",
      timeZoneName: "longOffset",
      hourCycle: "h23",
    });
    const wall = (moment: number) => {
      const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
      const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts.weekday ?? "") + 1;
      return { day, minute: Number(parts.hour) * HOUR + Number(parts.minute), offset: parts.timeZoneName };
    };
    const wrong: string[] = [];
    for (let moment = start; moment < end; moment += 15 * MINUTE_MS) {
      const { day, minute } = wall(moment);
      const isIn = hours.windows.some(({ day: on, from, until }) =>
        until > from
          ? day === on && minute >= from && minute < until
          : (day === on && minute >= from) || (day === (on % 7) + 1 && minute < until),
      );
      if (isIn === isOpen(spans, moment)) continue;
      const near = [-6, 6].map((around) => wall(moment + around * HOUR * MINUTE_MS).offset);
      if (near[0] === near[1]) wrong.push(new Date(moment).toISOString());
    }
    expect(wrong).toEqual([]);
  });
}

test("the same hours are open at other moments in zones 25 hours apart", () => {
  const hours = ["9:00-17:00"];
  const range: Range = ["2026-06-01T10:00Z", "2026-06-02T10:00Z"];
  expect(spansOf(daily("Pacific/Kiritimati", hours), range)).toEqual([
    span("2026-06-02T09:00+14:00", "2026-06-02T17:00+14:00"),
  ]);
  expect(spansOf(daily("Pacific/Pago_Pago", hours), range)).toEqual([
    span("2026-06-01T09:00-11:00", "2026-06-01T17:00-11:00"),
  ]);
});

test("hours that touch or overlap are one, also over midnight and a week's end", () => {
  const hours = daily("UTC", ["0:00-24:00"]);
  const week: Range = ["2026-06-01T00:00Z", "2026-06-15T00:00Z"];
  expect(spansOf(hours, week)).toEqual([span(...week)]);
  expect(spansOf(daily("UTC", ["9:00-12:00", "11:00-13:00", "13:00-14:00"], [1]), week)).toEqual([
    span("2026-06-01T09:00Z", "2026-06-01T14:00Z"),
    span("2026-06-08T09:00Z", "2026-06-08T14:00Z"),
  ]);
  expect(spansOf(daily("UTC", ["9:00-9:00"], [1]), week)[0]).toEqual(span("2026-06-01T09:00Z", "2026-06-02T09:00Z"));
});

test("hours over midnight belong to the day they begin on", () => {
  const range: Range = ["2026-06-05T00:00Z", "2026-06-08T00:00Z"];
  expect(spansOf(daily("UTC", ["22:00-6:00"], [5]), range)).toEqual([span("2026-06-05T22:00Z", "2026-06-06T06:00Z")]);
  // A night that began before the range.
  expect(spansOf(daily("UTC", ["22:00-6:00"], [4]), range)).toEqual([span("2026-06-05T00:00Z", "2026-06-05T06:00Z")]);
});

test("an exception has its dates for itself, the end of the night before included", () => {
  const range: Range = ["2026-12-23T12:00Z", "2026-12-28T12:00Z"];
  const nights = { ...daily("UTC", ["22:00-6:00"]), exceptions: [closedOn("2026-12-25", "2026-12-26")] };
  expect(spansOf(nights, range)).toEqual([
    span("2026-12-23T22:00Z", "2026-12-24T06:00Z"),
    span("2026-12-24T22:00Z", "2026-12-25T00:00Z"),
    span("2026-12-27T22:00Z", "2026-12-28T06:00Z"),
  ]);
});

test("hours of an exception run into the next date, unless another exception has it", () => {
  const range: Range = ["2026-12-30T12:00Z", "2027-01-02T12:00Z"];
  const party = closedOn("2026-12-30", "2026-12-31", "20:00-2:00");
  const hours = { ...daily("UTC", []), exceptions: [party] };
  expect(spansOf(hours, range)).toEqual([
    span("2026-12-30T20:00Z", "2026-12-31T02:00Z"),
    span("2026-12-31T20:00Z", "2027-01-01T02:00Z"),
  ]);
  expect(spansOf({ ...hours, exceptions: [party, closedOn("2027-01-01", "2027-01-01")] }, range)[1]).toEqual(
    span("2026-12-31T20:00Z", "2027-01-01T00:00Z"),
  );
});

test("an exception on the day of a clock change begins and ends with the zone's day", () => {
  const hours = { ...daily("America/Santiago", ["0:00-24:00"]), exceptions: [closedOn("2026-09-06", "2026-09-06")] };
  expect(spansOf(hours, ["2026-09-05T00:00-04:00", "2026-09-08T00:00-03:00"])).toEqual([
    span("2026-09-05T00:00-04:00", "2026-09-06T01:00-03:00"),
    span("2026-09-07T00:00-03:00", "2026-09-08T00:00-03:00"),
  ]);
});

test("closed until closes only from when it was set, and keeps the past", () => {
  const closure = { from: Date.parse("2026-06-02T10:30Z"), until: "2026-06-04T12:00" };
  const open = spansOf(daily("UTC", ["9:00-17:00"]), ["2026-06-01T00:00Z", "2026-06-05T00:00Z"], closure);
  expect(open).toEqual([
    span("2026-06-01T09:00Z", "2026-06-01T17:00Z"),
    span("2026-06-02T09:00Z", "2026-06-02T10:30Z"),
    span("2026-06-04T12:00Z", "2026-06-04T17:00Z"),
  ]);
  expect(closedSince(open, Date.parse("2026-06-03T12:00Z"))).toBe(closure.from);
});

test("closed until a time that's skipped ends when the clock has passed it", () => {
  const closure = { from: Date.parse("2026-03-28T10:00Z"), until: "2026-03-29T02:30" };
  const range: Range = ["2026-03-28T10:00Z", "2026-03-29T10:00Z"];
  expect(spansOf(daily("Europe/Berlin", ["0:00-24:00"]), range, closure)).toEqual([
    span("2026-03-29T01:00Z", "2026-03-29T10:00Z"),
  ]);
});

test("an opening belongs to the open time and a closing doesn't", () => {
  const spans: Span[] = [
    [100, 200],
    [300, 400],
  ];
  const at = [50, 100, 199, 200, 250, 300, 400, 500];
  expect(at.map((moment) => isOpen(spans, moment))).toEqual([false, true, true, false, false, true, false, false]);
  expect(at.map((moment) => closedSince(spans, moment))).toEqual([
    undefined,
    undefined,
    undefined,
    200,
    200,
    undefined,
    400,
    400,
  ]);
  expect(at.map((moment) => nextOpening(spans, moment))).toEqual([
    100,
    300,
    300,
    300,
    300,
    ...Array(3).fill(undefined),
  ]);
  expect(at.map((moment) => nextTurn(spans, moment))).toEqual([100, 200, 200, 300, 300, 400, undefined, undefined]);
  expect(openMs(spans, 150, 350)).toBe(100);
  expect(openMs(spans, 210, 290)).toBe(0);
  expect(openMs(spans, 350, 150)).toBe(0);
  expect(openMs(spans, 0, 1_000)).toBe(200);
});

test("the state has the next turn within 400 days, and none for hours that never turn", () => {
  const at = Date.parse("2026-06-01T12:00Z");
  const rules = (hours: Hours) => ({ hours, closure: null });
  expect(stateAt(rules(daily("UTC", ["9:00-17:00"])), at)).toEqual({ open: true, nextTurn: at + 5 * HOUR * MINUTE_MS });
  expect(stateAt(rules(daily("UTC", ["0:00-24:00"])), at)).toEqual({ open: true });
  expect(stateAt(rules(daily("UTC", [])), at)).toEqual({ open: false });
  const holiday = { ...daily("UTC", ["0:00-24:00"]), exceptions: [closedOn("2026-12-25", "2026-12-25")] };
  expect(stateAt(rules(holiday), at)).toEqual({ open: true, nextTurn: Date.parse("2026-12-25T00:00Z") });
});

test("what travels has the turns of two weeks with the zone's offsets, and a later opening", () => {
  const at = Date.parse("2026-10-24T12:00Z");
  const hours = daily("Europe/Berlin", ["9:00-17:00"]);
  const { turns, offsets } = openTimesAt({ hours, closure: null }, at);
  expect(turns.slice(0, 8).map((minute) => new Date(minute * MINUTE_MS).toISOString())).toEqual([
    "2026-10-22T07:00:00.000Z",
    "2026-10-22T15:00:00.000Z",
    "2026-10-23T07:00:00.000Z",
    "2026-10-23T15:00:00.000Z",
    "2026-10-24T07:00:00.000Z",
    "2026-10-24T15:00:00.000Z",
    "2026-10-25T08:00:00.000Z",
    "2026-10-25T16:00:00.000Z",
  ]);
  expect(offsets.slice(0, 4)).toEqual([120, 120, 120, 60]);
  expect([turns.length, offsets.length]).toEqual([35, 18]);
  const closure = { from: at, until: "2026-12-01T00:00" };
  expect(openTimesAt({ hours, closure }, at).turns.slice(-2)).toEqual(
    ["2026-10-24T12:00Z", "2026-12-01T08:00Z"].map((time) => Date.parse(time) / MINUTE_MS),
  );
  expect(openTimesAt({ hours: daily("UTC", []), closure: null }, at)).toEqual({ turns: [], offsets: [] });
  // Open for as long as it's known.
  expect(openTimesAt({ hours: daily("UTC", ["0:00-24:00"]), closure: null }, at).turns).toEqual(
    ["2026-10-22T00:00Z", "2026-11-08T00:00Z"].map((time) => Date.parse(time) / MINUTE_MS),
  );
});

test("what travels is computed once a day for each version of the hours", () => {
  const at = Date.parse("2026-10-24T12:00Z");
  const { timeZone, windows, exceptions } = daily("Europe/Berlin", ["9:00-17:00"]);
  const stored = { siteId: "a", timeZone, windows, exceptions, closedFrom: null, closedUntil: null };
  const first = openTimesOf({ ...stored, updatedAt: new Date(1) }, at);
  expect(openTimesOf({ ...stored, updatedAt: new Date(1) }, at + 1_000)).toBe(first);
  expect(openTimesOf({ ...stored, updatedAt: new Date(2) }, at)).not.toBe(first);
  expect(openTimesOf({ ...stored, updatedAt: new Date(2) }, at + DAY_MS)?.turns[0]).toBe(
    (first?.turns[0] ?? 0) + 1_440,
  );
});
