import { expect } from "@playwright/test";
import { refused, stored, test, untilList } from "../../support/outbox-tabs.ts";

test("two tabs have one list, and only one of them sends", async ({ shop }) => {
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

test("another tab takes over when the sending one is closed", async ({ shop }) => {
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

test("doesn't wait forever for a tab that hangs while sending", async ({ shop }) => {
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
