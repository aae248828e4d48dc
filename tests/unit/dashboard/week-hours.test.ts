import { expect, test } from "@playwright/test";
import { isOvernight, windowsOf, wrongDayOf } from "#components/time/week-hours.ts";

test("hours until 00:00 end with the day", () => {
  expect(windowsOf([[{ from: "18:00", until: "00:00" }]])).toEqual([{ day: 1, from: 1080, until: 1440 }]);
});

test("hours that lack a time or end before they begin are wrong", () => {
  const office = { from: "09:00", until: "17:00" };
  expect(wrongDayOf([[office], [office, { from: "17:00", until: "" }]])).toBe(2);
  expect(wrongDayOf([[], [], [{ from: "", until: "17:00" }]])).toBe(3);
  expect(wrongDayOf([[{ from: "17:00", until: "09:00" }]])).toBe(1);
  expect(wrongDayOf([[office]])).toBeUndefined();
});

test("hours that end when they begin or before it end on the next day, and midnight ends the same day", () => {
  expect(isOvernight({ from: "22:00", until: "06:00" })).toBe(true);
  expect(isOvernight({ from: "09:00", until: "09:00" })).toBe(true);
  expect(isOvernight({ from: "18:00", until: "00:00" })).toBe(false);
});
