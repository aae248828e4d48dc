import { expect, test } from "@playwright/test";
import { newId } from "#platform/new-id.ts";

test("a new id is a UUIDv7: the time in milliseconds, then 74 random bits", () => {
  const id = newId(Date.UTC(2022, 1, 22, 19, 22, 22));
  // The time of the example in RFC 9562, appendix A.6.
  expect(id).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newId(0)).toMatch(/^00000000-0000-7/);
  expect(newId(2 ** 48 - 1)).toMatch(/^ffffffff-ffff-7/);
});

test("ids sort by the time they were made", () => {
  const times = [1, 15, 16, 2 ** 16, 2 ** 32, 1_700_000_000_000, 1_700_000_000_001];
  const ids = times.map((time) => newId(time));
  const later = ids.slice(1);
  expect(later.every((id, place) => id > (ids[place] ?? ""))).toBe(true);
});

test("ids made in one millisecond differ", () => {
  const ids = Array.from({ length: 10_000 }, () => newId(1_700_000_000_000));
  expect(new Set(ids).size).toBe(ids.length);
});
