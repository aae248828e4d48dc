import { expect, test } from "@playwright/test";
import "../../support/speak-english.ts";
import { dayLabel, timeLabel } from "../../../widget/panel/times.ts";

const now = new Date("2026-11-20T15:30:00");

test("names the days as the reader would", () => {
  expect(dayLabel(new Date("2026-11-20T00:00:01"), now, "en")).toBe("Today");
  expect(dayLabel(new Date("2026-11-19T23:59:00"), now, "en")).toBe("Yesterday");
  expect(dayLabel(new Date("2026-11-17T12:00:00"), now, "en")).toBe("Tuesday, November 17");
  expect(dayLabel(new Date("2025-12-31T12:00:00"), now, "en")).toBe("December 31, 2025");
  expect(dayLabel(new Date("2026-11-19T12:00:00"), now, "de")).toBe("Gestern");
});

test("shows how long ago within the hour, then the time of day", () => {
  expect(timeLabel(new Date("2026-11-20T15:29:30"), now, "en")).toBe("Just now");
  expect(timeLabel(new Date("2026-11-20T15:25:00"), now, "en")).toBe("5 min. ago");
  expect(timeLabel(new Date("2026-11-20T09:05:00"), now, "de")).toBe("09:05");
});

test("treats a slightly slow clock as now, so no message is from the future", () => {
  expect(timeLabel(new Date("2026-11-20T15:32:00"), now, "en")).toBe("Just now");
});
