import { expect, test } from "@playwright/test";
import { median, percentile } from "../../../bench/measure/statistics.ts";

test("a percentile is a measured value, the nearest from above", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile([7], 0.01)).toBe(7);
  expect(median([9, 1, 5])).toBe(5);
});

test("a percentile of no values is NaN, so an empty run doesn't pass as a fast one", () => {
  expect(percentile([], 0.5)).toBeNaN();
});
