import { expect, test } from "@playwright/test";
import { DeliveredState } from "#lib/live/live-updates/delivered-state.ts";

const at = (ms: number) => new Date(ms);

test("records which messages and states were delivered, in either order", () => {
  const delivered = new DeliveredState();
  expect(delivered.rangeOf("c")).toBeUndefined();
  delivered.noteRange("c", { first: 4, last: 6 });
  delivered.noteRange("c", { first: 2, last: 3 });
  expect(delivered.rangeOf("c")).toEqual({ first: 2, last: 6 });

  delivered.noteState("c", at(200));
  delivered.noteState("c", at(100));
  expect([
    delivered.isDelivered("c", at(200)),
    delivered.isDelivered("c", at(201)),
    delivered.isDelivered("d", at(1)),
  ]).toEqual([true, false, false]);
});

test("a read position is new only if it's further than the delivered one", () => {
  const delivered = new DeliveredState();
  expect([5, 3, 5, 6].map((seq) => delivered.noteReadPosition("c", "owner", seq))).toEqual([true, false, false, true]);
  expect(delivered.noteReadPosition("c", "visitor", 1)).toBe(true);
});

test("forgets what hasn't changed for long, so it doesn't grow", () => {
  const delivered = new DeliveredState();
  delivered.noteState("old", at(100));
  delivered.noteRange("old", { first: 1, last: 1 });
  delivered.noteState("new", at(300));
  delivered.forgetBefore(at(200), 60_000);
  expect([
    delivered.rangeOf("old"),
    delivered.isDelivered("old", at(1)),
    delivered.isDelivered("new", at(300)),
  ]).toEqual([undefined, false, true]);
});

test("forgets the read positions of what has not changed for long", () => {
  const delivered = new DeliveredState();
  delivered.noteState("old", at(100));
  delivered.noteReadPosition("old", "owner", 5);
  delivered.forgetBefore(at(200), 60_000);
  expect(delivered.noteReadPosition("old", "owner", 5)).toBe(true);
});

test("forgets a deletion once it's older than deletions are kept", () => {
  const delivered = new DeliveredState();
  delivered.noteDeleted("c");
  delivered.forgetBefore(at(0), 60_000);
  expect(delivered.isDeletionDelivered("c")).toBe(true);
  delivered.forgetBefore(at(0), -1);
  expect(delivered.isDeletionDelivered("c")).toBe(false);
});

test("keeps nothing of a deleted conversation except that it was deleted", () => {
  const delivered = new DeliveredState();
  delivered.noteRange("c", { first: 1, last: 2 });
  delivered.noteState("c", at(100));
  delivered.noteReadPosition("c", "owner", 2);
  delivered.noteDeleted("c");
  expect([delivered.rangeOf("c"), delivered.isDelivered("c", at(100))]).toEqual([undefined, false]);
  expect(delivered.noteReadPosition("c", "owner", 2)).toBe(true);
  expect(delivered.isDeletionDelivered("c")).toBe(true);
});
