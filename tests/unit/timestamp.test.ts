import { expect, test } from "@playwright/test";
import { isoTime, readTime } from "#platform/timestamp.ts";

test("a moment is written as toISOString writes it, in any year", () => {
  const texts = [
    "2026-11-22T14:02:39.123Z",
    "2026-01-02T03:04:05.006Z",
    "2000-02-29T23:59:59.010Z",
    "1000-01-01T00:00:00.000Z",
    "0999-12-31T23:59:59.999Z",
    "-000043-03-15T12:00:00.000Z",
    "+012026-01-01T00:00:00.000Z",
  ];
  for (const text of texts) expect(isoTime(new Date(text))).toBe(text);
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError);
});

test("a time is read to the millisecond, however many digits follow", () => {
  for (const digits of ["", "9", "1".repeat(200)]) {
    expect(readTime(`2026-12-01T08:00:00.045${digits}Z`)).toEqual(new Date("2026-12-01T08:00:00.045Z"));
  }
  expect(readTime("2026-12-01T08:00:00+02:00")).toEqual(new Date("2026-12-01T06:00:00Z"));
});
