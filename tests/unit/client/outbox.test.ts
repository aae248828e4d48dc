import { expect } from "@playwright/test";
import { matchOptimistic } from "#client/match-optimistic.ts";
import { createBrowser, list, refused, stored, test, untilList } from "../../support/outbox-tabs.ts";

test("shows a message at once, sends it with a key it had before, and lets it go when the server has it", async ({
  shop,
}) => {
  const tab = shop.openTab();
  tab.outbox.add("one");
  expect(tab.outbox.state.get().unsent).toHaveLength(1);
  expect([...shop.values.values()].join()).toContain('"body":"one"');
  const { message, respond } = await shop.nextTry();
  expect(message.key).toMatch(/^[\x21-\x7e]{1,255}$/);
  expect(message).toMatchObject({ body: "one", state: "sending", after: 40 });
  respond(stored(7));
  await untilList(tab);
  expect(tab.sent).toEqual(["one as 7"]);
  expect(shop.values.size).toBe(0);
});

test("sends one at a time in the order they were written", async ({ shop }) => {
  const tab = shop.openTab();
  for (const body of ["one", "two", "three"]) tab.outbox.add(body);
  for (const body of ["one", "two", "three"]) {
    const { message, respond } = await shop.nextTry();
    expect(message.body).toBe(body);
    await shop.settle();
    expect(shop.tries.at(-1)?.message.body).toBe(body);
    respond(stored());
  }
  await untilList(tab);
});

for (const status of [0, 429, 502, 503, 504]) {
  test(`retries automatically and with the same key after ${status || "no response"}, and keeps the rest queued`, async ({
    shop,
  }) => {
    const tab = shop.openTab();
    tab.outbox.add("one");
    tab.outbox.add("two");
    const first = await shop.nextTry();
    first.respond(refused({ status }));
    await untilList(tab, "one waiting", "two waiting");
    expect(shop.tries).toHaveLength(1);
    await shop.pass(500);
    const second = await shop.nextTry();
    expect(second.message.key).toBe(first.message.key);
    second.respond(stored(1));
    (await shop.nextTry()).respond(stored(2));
    await untilList(tab);
    expect(tab.sent).toEqual(["one as 1", "two as 2"]);
  });
}

test("waits as long as the server asks, even if the user is in a hurry", async ({ shop }) => {
  const tab = shop.openTab();
  tab.outbox.add("one");
  (await shop.nextTry()).respond(refused({ status: 429, retryAfter: 60 }));
  await untilList(tab, "one waiting");
  tab.outbox.wake();
  await shop.pass(59_000);
  expect(shop.tries).toHaveLength(1);
  await shop.pass(1000);
  (await shop.nextTry()).respond(stored());
  await untilList(tab);
});

test("does not wait longer because the clock was set back", async ({ shop }) => {
  const tab = shop.openTab();
  tab.outbox.add("one");
  (await shop.nextTry()).respond(refused({ status: 429, retryAfter: 60 }));
  await untilList(tab, "one waiting");
  tab.outbox.stop();
  const [place, text = ""] = [...shop.values][0] ?? [""];
  shop.values.set(place, JSON.stringify({ ...JSON.parse(text), triedAt: shop.clock.now() + 3_600_000 }));
  shop.openTab();
  (await shop.nextTry()).respond(stored());
});

test("holds back what comes after a failed one until the user retries", async ({ shop }) => {
  const tab = shop.openTab();
  tab.outbox.add("one");
  const first = await shop.nextTry();
  first.respond(refused({ status: 500 }));
  await untilList(tab, "one failed");
  await shop.pass(600_000);
  expect(shop.tries).toHaveLength(1);
  tab.outbox.retry(first.message.key);
  const second = await shop.nextTry();
  expect(second.message.key).toBe(first.message.key);
  second.respond(refused({ status: 404 }));
  await untilList(tab, "one failed");
  // Writing on is reason enough.
  tab.outbox.add("two");
  (await shop.nextTry()).respond(stored(1));
  (await shop.nextTry()).respond(stored(2));
  await untilList(tab);
  expect(tab.sent).toEqual(["one as 1", "two as 2"]);
});

test("goes past one that cannot go as it is, and gives its text back", async ({ shop }) => {
  const tab = shop.openTab();
  tab.outbox.add("bad");
  tab.outbox.add("good");
  const { message, respond } = await shop.nextTry();
  respond(refused({ status: 400, code: "invalid_request", fields: ["message"] }));
  (await shop.nextTry()).respond(stored());
  await untilList(tab, "bad rejected");
  expect(tab.outbox.state.get().unsent[0]?.problem).toMatchObject({ status: 400, fields: ["message"] });
  expect(tab.outbox.take(message.key)).toBe("bad");
  expect(list(tab)).toEqual([]);
});

test("a place that is held back does not hold back another", async ({ shop }) => {
  const tab = shop.openTab();
  tab.outbox.add("one", "a");
  tab.outbox.add("two", "a");
  tab.outbox.add("three", "b");
  (await shop.nextTry()).respond(refused({ status: 500 }));
  const { message, respond } = await shop.nextTry();
  expect(message).toMatchObject({ body: "three", to: "b" });
  respond(stored());
  await untilList(tab, "one failed", "two waiting");
});

test("sends nothing while it is offline, and everything as soon as it is back", async ({ shop }) => {
  const tab = shop.openTab();
  tab.setOnline(false);
  tab.outbox.add("one");
  tab.outbox.add("two");
  await shop.pass(60_000);
  expect(shop.tries).toHaveLength(0);
  expect(list(tab)).toEqual(["one waiting", "two waiting"]);
  tab.setOnline(true);
  tab.outbox.wake();
  (await shop.nextTry()).respond(stored(1));
  (await shop.nextTry()).respond(stored(2));
  await untilList(tab);
});

test("sends what a page left that crashed in the middle of sending, with the keys it had", async ({ shop }) => {
  const before = shop.openTab();
  before.outbox.add("one");
  before.outbox.add("two");
  const cut = await shop.nextTry();
  const later = createBrowser(shop.values);
  const after = later.openTab();
  expect(list(after)).toEqual(["one sending", "two waiting"]);
  const first = await later.nextTry();
  expect(first.message).toMatchObject({ key: cut.message.key, after: 40 });
  first.respond(stored(1));
  (await later.nextTry()).respond(stored(2));
  await untilList(after);
  expect(after.sent).toEqual(["one as 1", "two as 2"]);
  after.outbox.stop();
});

test("retries on the next page what failed on the last, but not what can't be sent as it is", async ({ shop }) => {
  const before = shop.openTab();
  before.outbox.add("bad");
  before.outbox.add("unlucky");
  (await shop.nextTry()).respond(refused({ status: 400 }));
  (await shop.nextTry()).respond(refused({ status: 500 }));
  await untilList(before, "bad rejected", "unlucky failed");
  before.outbox.stop();
  const after = shop.openTab();
  const { message, respond } = await shop.nextTry();
  expect(message.body).toBe("unlucky");
  respond(stored());
  await untilList(after, "bad rejected");
});

test("two tabs see one list, and only one of them sends", async ({ shop }) => {
  const tabs = [shop.openTab(), shop.openTab()];
  const [one, two] = tabs;
  one?.outbox.add("from one");
  const first = await shop.nextTry();
  two?.outbox.add("from two");
  for (const tab of tabs) await untilList(tab, "from one sending", "from two waiting");
  await shop.settle();
  expect(shop.tries).toHaveLength(1);
  first.respond(stored(1));
  const second = await shop.nextTry();
  expect(second.message.body).toBe("from two");
  second.respond(refused({ status: 500 }));
  for (const tab of tabs) await untilList(tab, "from two failed");
  two?.outbox.retry(second.message.key);
  const third = await shop.nextTry();
  expect(third.message.key).toBe(second.message.key);
  third.respond(stored(2));
  for (const tab of tabs) await untilList(tab);
  expect(shop.tries).toHaveLength(3);
});

test("another tab goes on when the one that sends is closed", async ({ shop }) => {
  const closing = shop.openTab();
  const other = shop.openTab();
  closing.outbox.add("one");
  const first = await shop.nextTry();
  closing.outbox.stop();
  first.respond(refused({ status: 0 }));
  await shop.pass(1000);
  const second = await shop.nextTry();
  expect(second.message.key).toBe(first.message.key);
  second.respond(stored(3));
  await untilList(other);
  expect(other.sent).toEqual(["one as 3"]);
});

test("does not wait forever for a tab that hangs while it sends", async ({ shop }) => {
  shop.openTab().outbox.add("one");
  const hanging = await shop.nextTry();
  const other = shop.openTab();
  await shop.pass(31_000);
  const second = await shop.nextTry();
  expect(second.message.key).toBe(hanging.message.key);
  second.respond(stored(1));
  await untilList(other);
  hanging.respond(stored(1));
});

test("without Web Locks, keys alone prevent a duplicate message, and other tabs wait for the response", async ({
  shop,
}) => {
  const tabs = [shop.openTab(null), shop.openTab(null)];
  tabs[0]?.outbox.add("one");
  const first = await shop.nextTry();
  await shop.pass(19_000);
  expect(shop.tries).toHaveLength(1);
  first.respond(stored());
  for (const tab of tabs) await untilList(tab);
});

test("keeps its order and its keys through any run of failures", async ({ shop }) => {
  const tab = shop.openTab();
  const bodies = Array.from({ length: 6 }, (_, index) => `m${index}`);
  const keys = new Map<string, string>();
  for (const body of bodies) tab.outbox.add(body);
  for (const { key, body } of tab.outbox.state.get().unsent) keys.set(body, key);
  const failures = [0, 503, 0, 429, 504, 0, 502];
  for (const body of bodies) {
    for (const status of failures.splice(0, 2)) {
      const { message, respond } = await shop.nextTry();
      expect([message.body, message.key]).toEqual([body, keys.get(body)]);
      respond(refused({ status }));
      await shop.settle();
      await shop.pass(1000);
    }
    const { message, respond } = await shop.nextTry();
    expect([message.body, message.key]).toEqual([body, keys.get(body)]);
    respond(stored());
  }
  await untilList(tab);
  expect(tab.sent).toEqual(bodies.map((body) => `${body} as 1`));
});

test("does not bring back what was taken away while it was under way", async ({ shop }) => {
  const tab = shop.openTab();
  tab.outbox.add("one");
  const { message, respond } = await shop.nextTry();
  tab.outbox.take(message.key);
  respond(refused({ status: 0 }));
  await shop.settle();
  expect(list(tab)).toEqual([]);
  expect(shop.values.size).toBe(0);
});

test("sends what was stored without times or with spoilt ones, so that it does not block the rest", async ({
  shop,
}) => {
  const prefix = "unsent:";
  shop.values.set(`${prefix}a`, JSON.stringify({ key: "a", body: "old", order: 1 }));
  shop.values.set(
    `${prefix}b`,
    JSON.stringify({ key: "b", body: "spoilt", order: 2, to: 5, triedAt: "x", failures: {} }),
  );
  const tab = shop.openTab();
  tab.outbox.add("new");
  for (const body of ["old", "spoilt", "new"]) {
    const { message, respond } = await shop.nextTry();
    expect(message).toMatchObject({ body, to: "", failures: 0 });
    expect(Date.parse(message.createdAt)).not.toBeNaN();
    respond(stored());
  }
  await untilList(tab);
});

test("a message whose stored `after` isn't a number matches no earlier message", () => {
  const kept = { key: "k", to: "c", body: "Thanks!", order: 1, state: "failed", after: null };
  const shop = createBrowser(new Map([["unsent:k", JSON.stringify(kept)]]));
  const { unsent } = shop.openTab().outbox.state.get();
  expect(unsent).toHaveLength(1);
  const sender = { senderType: "owner", senderId: "o" } as const;
  const earlier = {
    ...sender,
    id: "m",
    conversationId: "c",
    seq: 3,
    body: "Thanks!",
    createdAt: "2026-11-20T10:00:00Z",
  };
  expect(matchOptimistic([earlier], unsent, "owner").unsent).toEqual(unsent);
  for (const tab of shop.tabs) tab.outbox.stop();
});
