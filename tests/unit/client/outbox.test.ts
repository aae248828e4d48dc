import { expect } from "@playwright/test";
import { list, refused, stored, test, untilList } from "../../support/outbox-tabs.ts";

test("a message appears immediately, is sent with its first key, and leaves once the server has it", async ({
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

test("messages are sent one at a time in the order they were written", async ({ shop }) => {
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

test("holds back the messages after a failed one until the user retries", async ({ shop }) => {
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

test("skips a rejected message, and returns its text", async ({ shop }) => {
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

test("a failed message in one conversation doesn't hold back another conversation", async ({ shop }) => {
  const tab = shop.openTab();
  tab.outbox.add("one", { to: "a" });
  tab.outbox.add("two", { to: "a" });
  tab.outbox.add("three", { to: "b" });
  (await shop.nextTry()).respond(refused({ status: 500 }));
  const { message, respond } = await shop.nextTry();
  expect(message).toMatchObject({ body: "three", to: "b" });
  respond(stored());
  await untilList(tab, "one failed", "two waiting");
});

test("sends nothing while offline, and everything as soon as it's back", async ({ shop }) => {
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

test("keeps order and keys through any series of failures", async ({ shop }) => {
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

test("a message that was taken back while it was being sent doesn't return", async ({ shop }) => {
  const tab = shop.openTab();
  tab.outbox.add("one");
  const { message, respond } = await shop.nextTry();
  tab.outbox.take(message.key);
  respond(refused({ status: 0 }));
  await shop.settle();
  expect(list(tab)).toEqual([]);
  expect(shop.values.size).toBe(0);
});

test("a held reply waits for its writer, and those after it wait behind it, but notes and other conversations don't", async ({
  shop,
}) => {
  const tab = shop.openTab();
  for (const body of ["one", "two"]) tab.outbox.add(body, { to: "a", seenSeq: 3 });
  tab.outbox.add("note", { to: "a", kind: "note" });
  tab.outbox.add("other", { to: "b" });
  const { message, respond } = await shop.nextTry();
  expect(message).toMatchObject({ body: "one", seenSeq: 3 });
  respond(refused({ status: 409, code: "stale_reply" }));
  for (const body of ["note", "other"]) {
    const next = await shop.nextTry();
    expect(next.message).toMatchObject({ body });
    next.respond(stored());
  }
  await untilList(tab, "one failed", "two waiting");
  tab.outbox.retry(message.key);
  const again = await shop.nextTry();
  expect(again.message.key).toBe(message.key);
  again.respond(stored());
  (await shop.nextTry()).respond(stored());
  await untilList(tab);
});
