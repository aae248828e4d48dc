import { expect, test } from "@playwright/test";
import { troubleSince } from "#components/live/connection-trouble.ts";

test("is in trouble since nothing has arrived, and not while polling works", () => {
  expect(troubleSince({ phase: "connecting", since: 5 })).toBe(5);
  expect(troubleSince({ phase: "down", since: 5 })).toBe(5);
  for (const phase of ["live", "polling", "stopped"] as const) {
    expect(troubleSince({ phase, since: 5 })).toBeUndefined();
  }
});
