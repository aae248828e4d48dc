import { expect, test } from "@playwright/test";
import { readRetryAfter } from "#platform/outgoing/post-safely.ts";

const NOW = Date.parse("2026-11-22T10:00:00Z");

test("Retry-After is read as seconds or as an HTTP date, and a date in the past asks for no wait", () => {
  expect(readRetryAfter("120", NOW)).toBe(120);
  expect(readRetryAfter(" 0 ", NOW)).toBe(0);
  expect(readRetryAfter("Sun, 22 Nov 2026 10:02:00 GMT", NOW)).toBe(120);
  expect(readRetryAfter("Sun, 22 Nov 2026 09:00:00 GMT", NOW)).toBe(0);
});

test("a Retry-After that's neither a number of seconds nor a date is ignored", () => {
  for (const value of [
    undefined,
    "",
    "soon",
    "-5",
    "1.5",
    "1e3",
    "2026-11-22T10:02:00Z",
    "Infinity",
    "9".repeat(40),
    "x GMT",
  ]) {
    expect(readRetryAfter(value, NOW), String(value)).toBe(null);
  }
});
