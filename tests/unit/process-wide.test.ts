import { expect, test } from "@playwright/test";
import { processWide } from "#platform/process-wide.ts";

test("a process-wide value is created once, when it's first needed", () => {
  let made = 0;
  const make = () => {
    made += 1;
    return { made };
  };
  const [first, second] = [processWide("a test's value", make), processWide("a test's value", make)];
  expect(made).toBe(0);
  expect(first()).toBe(second());
  expect(first()).toEqual({ made: 1 });
  expect(processWide("another value", make)()).toEqual({ made: 2 });
});
