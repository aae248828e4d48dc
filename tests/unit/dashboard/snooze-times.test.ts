import { expect, test } from "@playwright/test";
import { fromField, snoozeTimes, toField } from "#components/triage/snooze-times.ts";

/** The times as clocks in the zone show them. */
const offered = (now: string, timeZone: string) =>
  snoozeTimes(new Date(now), timeZone).map(({ name, until }) => `${name} ${toField(until, timeZone)}`);

test("offers later today on the whole hour, tomorrow, Monday and next week at nine by the reader's clock", () => {
  // A Wednesday, 14:20 in Oslo.
  expect(offered("2026-07-01T12:20:00Z", "Europe/Oslo")).toEqual([
    "later 2026-07-01T18:00",
    "tomorrow 2026-07-02T09:00",
    "monday 2026-07-06T09:00",
    "week 2026-07-08T09:00",
  ]);
  // Three hours later it's 15:05 in Kathmandu.
  expect(offered("2026-07-01T06:20:00Z", "Asia/Kathmandu")).toContain("later 2026-07-01T16:00");
});

test("leaves out later today from 20:00, and Monday on Sundays and Mondays, when it's tomorrow or next week", () => {
  expect(offered("2026-07-01T17:59:00Z", "Europe/Oslo")[0]).toBe("later 2026-07-01T23:00");
  expect(offered("2026-07-01T18:00:00Z", "Europe/Oslo")[0]).toBe("tomorrow 2026-07-02T09:00");
  for (const day of ["2026-07-05", "2026-07-06"])
    expect(offered(`${day}T08:00:00Z`, "Europe/Oslo").join()).not.toContain("monday");
});

test("is nine o'clock on both sides of a change to and from daylight saving time", () => {
  const [spring] = snoozeTimes(new Date("2026-03-28T20:00:00Z"), "Europe/Oslo");
  expect(spring?.until.toISOString()).toBe("2026-03-29T07:00:00.000Z");
  const [autumn] = snoozeTimes(new Date("2026-10-24T20:00:00Z"), "Europe/Oslo");
  expect(autumn?.until.toISOString()).toBe("2026-10-25T08:00:00.000Z");
});

test("reads a time that clocks show twice as the first one", () => {
  expect(fromField("2026-10-25T02:30", "Europe/Oslo")?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
  expect(fromField("2026-11-01T01:30", "America/New_York")?.toISOString()).toBe("2026-11-01T05:30:00.000Z");
});

test("reads a field in the reader's zone, an hour later if clocks skip it, and nothing from an empty one", () => {
  expect(fromField("2026-07-01T09:30", "America/New_York")?.toISOString()).toBe("2026-07-01T13:30:00.000Z");
  expect(fromField("2026-03-29T02:30", "Europe/Oslo")?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
  expect(fromField("2026-03-08T02:30", "America/New_York")?.toISOString()).toBe("2026-03-08T07:30:00.000Z");
  expect(fromField("2026-10-04T02:15", "Australia/Lord_Howe")?.toISOString()).toBe("2026-10-03T15:45:00.000Z");
  expect(fromField("", "Europe/Oslo")).toBeUndefined();
});
