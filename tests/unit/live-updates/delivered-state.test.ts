import { expect, test } from "@playwright/test";
import { DeliveredState } from "#lib/live-updates/delivered-state.ts";

const at = (ms: number) => new Date(ms);

test("knows the messages and the state that were delivered, whichever came first", () => {
  const told = new DeliveredState();
  expect(told.stretchOf("c")).toBeUndefined();
  told.noteStretch("c", { first: 4, last: 6 });
  told.noteStretch("c", { first: 2, last: 3 });
  expect(told.stretchOf("c")).toEqual({ first: 2, last: 6 });

  told.noteState("c", at(200));
  told.noteState("c", at(100));
  expect([told.isTold("c", at(200)), told.isTold("c", at(201)), told.isTold("d", at(1))]).toEqual([true, false, false]);
});

test("a read position is news only if it's further than the one delivered", () => {
  const told = new DeliveredState();
  expect([5, 3, 5, 6].map((seq) => told.noteMark("c", "owner", seq))).toEqual([true, false, false, true]);
  expect(told.noteMark("c", "visitor", 1)).toBe(true);
});

test("forgets what has not changed for long, so that it does not grow", () => {
  const told = new DeliveredState();
  told.noteState("old", at(100));
  told.noteStretch("old", { first: 1, last: 1 });
  told.noteState("new", at(300));
  told.forgetBefore(at(200), 60_000);
  expect([told.stretchOf("old"), told.isTold("old", at(1)), told.isTold("new", at(300))]).toEqual([
    undefined,
    false,
    true,
  ]);
});
