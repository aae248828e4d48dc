import { expect, test } from "@playwright/test";
import { openClockOf, weekClockIn, weekOf } from "#lib/desk/reports/weeks.ts";
import { dateAt } from "#lib/sites/hours/open-times.ts";
import { nextDigestAt } from "#lib/team/members/digest-time.ts";

const HOUR_MS = 3_600_000;

test("a week goes from Monday to Monday on its zone's clock, also if that changes or skips a midnight", () => {
  const hoursOf = (date: string, timeZone: string) => {
    const { monday, from, until } = weekOf(date, timeZone);
    return [monday, from.toISOString(), (until.getTime() - from.getTime()) / HOUR_MS];
  };
  expect(hoursOf("2026-03-29", "Europe/Berlin")).toEqual(["2026-03-23", "2026-03-22T23:00:00.000Z", 167]);
  expect(hoursOf("2026-10-19", "Europe/Berlin")).toEqual(["2026-10-19", "2026-10-18T22:00:00.000Z", 169]);
  expect(hoursOf("2026-11-25", "UTC")).toEqual(["2026-11-23", "2026-11-23T00:00:00.000Z", 168]);
  // On April 7, 2024, a Sunday, the clock went back at the following midnight.
  expect(hoursOf("2024-04-07", "America/Santiago")[2]).toBe(169);
  const { before, from } = weekOf("2026-11-25", "Asia/Kathmandu");
  expect(from.getTime() - before.getTime()).toBe(168 * HOUR_MS);
});

test("without a date, the week is that of the moment in the zone", () => {
  const sunday = Date.parse("2026-11-29T23:30:00.000Z");
  expect(weekOf(undefined, "UTC", sunday).monday).toBe("2026-11-23");
  expect(weekOf(undefined, "Europe/Berlin", sunday).monday).toBe("2026-11-30");
});

test("the open clock has each opening and closing, and how long it was open until then", () => {
  const hours = { timeZone: "UTC", windows: [{ day: 1, from: 540, until: 600 }], exceptions: [] };
  const rules = { hours, closure: null };
  const week = weekOf("2026-11-25", "UTC");
  expect(openClockOf(rules, week, Date.parse("2026-11-29T00:00:00.000Z"))).toEqual({
    turns: ["16T09", "16T10", "23T09", "23T10"].map((at) => Date.parse(`2026-11-${at}:00:00.000Z`)),
    openUntil: [0, HOUR_MS, HOUR_MS, 2 * HOUR_MS],
  });
  expect(openClockOf(rules, weekOf("2999-01-01", "UTC"), 0)).toEqual({ turns: [], openUntil: [] });
  // The week, the one before and 90 days.
  expect(openClockOf(rules, weekOf("1970-01-05", "UTC")).turns).toHaveLength(2 * 15);
});

test("the week's clock shows the weekday and hour of each moment, on days with a clock change too", {
  tag: "@all",
}, () => {
  for (const timeZone of ["Europe/Berlin", "Asia/Kathmandu", "America/Santiago", "Australia/Lord_Howe", "UTC"]) {
    const clock = weekClockIn(timeZone);
    const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
    for (let at = Date.parse("2026-03-20T00:00:00Z"); at < Date.parse("2026-04-10T00:00:00Z"); at += HOUR_MS / 4) {
      const { day, hour } = clock(at);
      expect([timeZone, at, day, hour]).toEqual([
        timeZone,
        at,
        dateAt(at, timeZone).dayOfWeek,
        Number(format.format(at)),
      ]);
    }
  }
});

test("a daily email is due once on each date, also on one that skips its hour or has it twice", () => {
  const dueFrom = (timeZone: string, hour: number, after: string, days: number) => {
    const due: string[] = [];
    let at = Date.parse(after);
    while (due.length < days) {
      at = nextDigestAt({ hour, timeZone }, at).getTime();
      due.push(new Date(at).toISOString().slice(0, 16));
    }
    return due;
  };
  expect(dueFrom("Europe/Berlin", 8, "2026-11-28T07:00:00Z", 2)).toEqual(["2026-11-29T07:00", "2026-11-30T07:00"]);
  expect(dueFrom("Europe/Berlin", 2, "2026-03-28T12:00:00Z", 2)).toEqual(["2026-03-29T01:00", "2026-03-30T00:00"]);
  expect(dueFrom("Europe/Berlin", 2, "2026-10-24T12:00:00Z", 2)).toEqual(["2026-10-25T00:00", "2026-10-26T01:00"]);
});
