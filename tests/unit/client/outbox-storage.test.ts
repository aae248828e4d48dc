import { expect } from "@playwright/test";
import {
  createBrowser,
  expectNoEarlierMatch,
  list,
  refused,
  stored,
  test,
  untilList,
} from "../../support/outbox-tabs.ts";

test("doesn't wait longer if the clock was set back", async ({ shop }) => {
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

test("sends what a page that crashed while sending has left, with the same keys", async ({ shop }) => {
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

test("retries a previous page's failed messages, but not its rejected ones", async ({ shop }) => {
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

test("sends messages stored with missing or broken times, so they don't block the rest", async ({ shop }) => {
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
  expectNoEarlierMatch(unsent);
  for (const tab of shop.tabs) tab.outbox.stop();
});
