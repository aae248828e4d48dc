import { expect, test } from "@playwright/test";
import { absenceOf } from "#lib/team/members/absence.ts";

const hour = 60;
const OFFICE = { from: 9 * hour, until: 17 * hour };
const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, ...OFFICE }));

/** Returns when an absence ends, "available", or "unknown" for one by the switch. */
function endOf(now: string, timeZone: string, windows = weekdays, available = true): string {
  const absence = absenceOf({ available, schedule: { timeZone, windows } }, Date.parse(now));
  return absence ? (absence.until?.toISOString() ?? "unknown") : "available";
}

test("someone whose switch is off is away without an end, whatever their hours say", () => {
  expect(absenceOf({ available: false }, 0)).toEqual({ until: null });
  expect(endOf("2026-11-23T12:00:00Z", "UTC", weekdays, false)).toBe("unknown");
});

test("someone without hours is available, and so is someone in a time zone that isn't known", () => {
  expect(absenceOf({ available: true }, 0)).toBeNull();
  expect(endOf("2026-11-22T12:00:00Z", "Mars/Olympus")).toBe("available");
});

test("a window includes its first minute and excludes its last", () => {
  expect(endOf("2026-11-23T08:59:59.999Z", "UTC")).toBe("2026-11-23T09:00:00.000Z");
  expect(endOf("2026-11-23T09:00:00Z", "UTC")).toBe("available");
  expect(endOf("2026-11-23T16:59:59.999Z", "UTC")).toBe("available");
  expect(endOf("2026-11-23T17:00:00Z", "UTC")).toBe("2026-11-24T09:00:00.000Z");
});

test("an absence goes on past the end of the week, and past a whole one", () => {
  expect(endOf("2026-11-27T17:00:00Z", "UTC")).toBe("2026-11-30T09:00:00.000Z");
  expect(endOf("2026-11-29T23:59:59Z", "UTC")).toBe("2026-11-30T09:00:00.000Z");
  const onlyMonday = [{ day: 1, ...OFFICE }];
  expect(endOf("2026-11-23T17:00:00Z", "UTC", onlyMonday)).toBe("2026-11-30T09:00:00.000Z");
  const onlySunday = [{ day: 7, from: 23 * hour, until: 24 * hour }];
  expect(endOf("2026-11-30T00:00:00Z", "UTC", onlySunday)).toBe("2026-12-06T23:00:00.000Z");
});

test("the earliest of a day's windows counts, in whichever order they're stored", () => {
  const split = [
    { day: 1, from: 13 * hour, until: 17 * hour },
    { day: 1, from: 9 * hour, until: 12 * hour },
  ];
  expect(endOf("2026-11-23T07:00:00Z", "UTC", split)).toBe("2026-11-23T09:00:00.000Z");
  expect(endOf("2026-11-23T12:30:00Z", "UTC", split)).toBe("2026-11-23T13:00:00.000Z");
});

test("hours are those of the person's own time zone, whose day may be another one", () => {
  // Monday 6:30 in Kiritimati is Sunday in London.
  expect(endOf("2026-11-22T16:30:00Z", "Pacific/Kiritimati")).toBe("2026-11-22T19:00:00.000Z");
  expect(endOf("2026-11-22T19:00:00Z", "Pacific/Kiritimati")).toBe("available");
  expect(endOf("2026-11-23T03:00:00Z", "Asia/Kathmandu")).toBe("2026-11-23T03:15:00.000Z");
});

test("an absence that spans a change of the clock ends by the new clock", () => {
  // Berlin changes on Sunday 29 March and 25 October 2026, Lord Howe by half an hour on 4 October.
  expect(endOf("2026-03-27T16:00:00Z", "Europe/Berlin")).toBe("2026-03-30T07:00:00.000Z");
  expect(endOf("2026-10-23T15:00:00Z", "Europe/Berlin")).toBe("2026-10-26T08:00:00.000Z");
  expect(endOf("2026-10-02T06:30:00Z", "Australia/Lord_Howe")).toBe("2026-10-04T22:00:00.000Z");
});

test("a window that begins in a skipped hour begins after it, and one that is in it doesn't happen", () => {
  const atNight = [{ day: 7, from: 2 * hour + 30, until: 5 * hour }];
  expect(endOf("2026-03-29T00:00:00Z", "Europe/Berlin", atNight)).toBe("2026-03-29T01:00:00.000Z");
  const skipped = [{ day: 7, from: 2 * hour, until: 3 * hour }];
  expect(endOf("2026-03-29T00:00:00Z", "Europe/Berlin", skipped)).toBe("2026-04-05T00:00:00.000Z");
});

test("a window in a repeated hour happens twice", () => {
  const atNight = [{ day: 7, from: 2 * hour, until: 2 * hour + 30 }];
  expect(endOf("2026-10-25T00:15:00Z", "Europe/Berlin", atNight)).toBe("available");
  expect(endOf("2026-10-25T00:45:00Z", "Europe/Berlin", atNight)).toBe("2026-10-25T01:00:00.000Z");
  expect(endOf("2026-10-25T01:45:00Z", "Europe/Berlin", atNight)).toBe("2026-11-01T01:00:00.000Z");
});
