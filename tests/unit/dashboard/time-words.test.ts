import { expect, test } from "@playwright/test";
import {
  clockTime,
  dayOf,
  dayWords,
  durationWords,
  exactTime,
  hourlyTime,
  listTime,
  shortTime,
  timeLeft,
} from "#components/time/time-words.ts";

const reader = { language: "en-GB", timeZone: "Europe/Berlin", now: Date.parse("2026-03-29T12:00:00Z") };
const at = (time: string) => new Date(time);

const SHORT: [string, string][] = [
  ["2026-03-29T12:00:20Z", "just now"],
  ["2026-03-29T11:59:30Z", "just now"],
  ["2026-03-29T11:55:00Z", "5 min ago"],
  ["2026-03-28T13:00:00Z", "23 hr ago"],
  ["2026-03-28T11:00:00Z", "28 Mar"],
  ["2025-12-31T22:30:00Z", "31 Dec 2025"],
  ["2025-12-31T23:30:00Z", "1 Jan"],
];

for (const [time, words] of SHORT) {
  test(`shows ${time} as "${words}" in a sentence`, () => {
    expect(shortTime(at(time), reader)).toBe(words);
  });
}

test("a visitor's first day and a conversation's start have the clock time beside the date", () => {
  const words = ["2026-03-29T11:55:00Z", "2026-03-28T11:00:00Z", "2025-12-31T22:30:00Z"].map((time) =>
    exactTime(at(time), reader),
  );
  expect(words).toEqual(["5 min ago", "28 Mar, 12:00", "31 Dec 2025, 23:30"]);
});

const HOURLY: [string, string][] = [
  ["2026-03-29T12:00:20Z", "just now"],
  ["2026-03-29T11:59:00Z", "in the last hour"],
  ["2026-03-29T11:00:01Z", "in the last hour"],
  ["2026-03-29T11:00:00Z", "in the last two hours"],
  ["2026-03-29T10:00:00Z", "2 hours ago"],
  ["2026-03-28T12:30:00Z", "23 hours ago"],
  ["2026-03-28T12:00:00Z", "yesterday"],
  ["2026-03-20T12:00:00Z", "9 days ago"],
];

for (const [time, words] of HOURLY) {
  test(`shows ${time} as "${words}" if it's stored at most once an hour`, () => {
    expect(hourlyTime(at(time), reader)).toBe(words);
  });
}

test("uses the reader's day, not the server's", () => {
  expect(dayOf(at("2026-03-28T23:30:00Z"), reader)).toBe("2026-03-29");
  expect(dayOf(at("2026-03-28T23:30:00Z"), { ...reader, timeZone: "America/New_York" })).toBe("2026-03-28");
});

test("counts calendar days, across the change to daylight saving time too", () => {
  expect(dayWords(at("2026-03-28T23:30:00Z"), reader)).toBe("Today");
  expect(dayWords(at("2026-03-28T22:30:00Z"), reader)).toBe("Yesterday");
  expect(dayWords(at("2026-03-27T12:00:00Z"), reader)).toBe("Friday 27 March");
  expect(dayWords(at("2025-03-27T12:00:00Z"), reader)).toBe("27 March 2025");
});

test("uses the reader's language", () => {
  const german = { ...reader, language: "de" };
  expect(dayWords(at("2026-03-28T12:00:00Z"), german)).toBe("Gestern");
  expect(clockTime(at("2026-03-28T12:00:00Z"), german)).toBe("13:00");
  expect(shortTime(at("2026-03-29T11:59:30Z"), german)).toBe("jetzt");
});

test('shows a time in the list without "ago" within a day, then as a date', () => {
  const times = ["2026-03-29T11:59:30Z", "2026-03-29T11:48:00Z", "2026-03-29T09:00:00Z", "2026-03-28T11:00:00Z"];
  expect(times.map((time) => listTime(at(time), reader))).toEqual(["now", "12m", "3h", "28 Mar"]);
});

test("shows how long a visitor has waited in minutes, hours or days, at least a minute", () => {
  const times = ["2026-03-29T12:00:20Z", "2026-03-29T11:59:30Z", "2026-03-29T11:48:00Z", "2026-03-26T11:00:00Z"];
  expect(times.map((time) => durationWords(at(time), reader, "narrow"))).toEqual(["1m", "1m", "12m", "3d"]);
  expect(durationWords(at("2026-03-29T10:00:00Z"), reader, "long")).toBe("2 hours");
  expect(timeLeft(at("2026-04-03T11:00:00Z"), reader)).toBe("4 days");
});
