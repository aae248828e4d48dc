import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { createLeadership } from "#client/leadership.ts";

function openTab(name: string, locks: LockManager = navigator.locks) {
  const changes: string[] = [];
  let onChange = () => {};
  const record = (word: string) => {
    changes.push(word);
    onChange();
  };
  const leadership = createLeadership(locks, name, { onGained: () => record("gained"), onLost: () => record("lost") });
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      onChange = () => changes.length >= count && resolve();
      onChange();
    });
  return { ...leadership, changes, until };
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test("a tab that takes the lead from itself leads once", async () => {
  const tab = openTab(randomUUID());
  tab.queue();
  await tab.until(1);
  tab.take();
  await settle();
  expect(tab.changes).toEqual(["gained"]);
  tab.leave();
});

test("a tab whose lead was taken gets it back when the other tab closes", async () => {
  const name = randomUUID();
  const first = openTab(name);
  first.queue();
  await first.until(1);
  const second = openTab(name);
  second.take();
  await first.until(2);
  second.leave();
  await first.until(3);
  expect(first.changes).toEqual(["gained", "lost", "gained"]);
  expect(second.changes).toEqual(["gained"]);
  first.leave();
});

for (const [error, changes] of [
  ["AbortError", []],
  ["SecurityError", ["gained"]],
] as const) {
  test(`a tab ${changes.length ? "leads" : "doesn't lead"} without a lock when it's refused with ${error}`, async () => {
    const refuse = () => Promise.reject(new DOMException("no", error));
    const tab = openTab(randomUUID(), { request: refuse, query: refuse } as unknown as LockManager);
    tab.queue();
    await settle();
    expect(tab.changes).toEqual(changes);
  });
}
