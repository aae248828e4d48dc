import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { createLeadership } from "#client/leadership.ts";

function openTab(name: string, locks: LockManager = navigator.locks) {
  const told: string[] = [];
  let onTold = () => {};
  const tell = (word: string) => {
    told.push(word);
    onTold();
  };
  const leadership = createLeadership(locks, name, { onGained: () => tell("gained"), onLost: () => tell("lost") });
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      onTold = () => told.length >= count && resolve();
      onTold();
    });
  return { ...leadership, told, until };
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test("leads once, also when it takes the lead from itself", async () => {
  const tab = openTab(randomUUID());
  tab.queue();
  await tab.until(1);
  tab.take();
  await settle();
  expect(tab.told).toEqual(["gained"]);
  tab.leave();
});

test("the one that it was taken from gets it back when the other has gone", async () => {
  const name = randomUUID();
  const first = openTab(name);
  first.queue();
  await first.until(1);
  const second = openTab(name);
  second.take();
  await first.until(2);
  second.leave();
  await first.until(3);
  expect(first.told).toEqual(["gained", "lost", "gained"]);
  expect(second.told).toEqual(["gained"]);
  first.leave();
});

for (const [error, told] of [
  ["AbortError", []],
  ["SecurityError", ["gained"]],
] as const) {
  test(`${told.length ? "leads" : "does not lead"} without a lock when it is refused with ${error}`, async () => {
    const refuse = () => Promise.reject(new DOMException("no", error));
    const tab = openTab(randomUUID(), { request: refuse, query: refuse } as unknown as LockManager);
    tab.queue();
    await settle();
    expect(tab.told).toEqual(told);
  });
}
