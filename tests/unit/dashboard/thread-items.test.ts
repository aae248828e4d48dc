import { expect, test } from "@playwright/test";
import type { Unsent } from "#client/unsent.ts";
import { threadItems } from "#components/conversation/thread-items.ts";
import type { MessageJson } from "#lib/messages/schema.ts";

const message = (seq: number, body: string, senderType: MessageJson["senderType"] = "owner"): MessageJson => ({
  id: `m${seq}`,
  conversationId: "c",
  senderType,
  body,
  createdAt: "2026-06-01T08:00:00.000Z",
  senderId: "o",
  seq,
});

const unsent = (key: string, body: string, more: Partial<Unsent> = {}): Unsent => ({
  key,
  to: "c",
  body,
  createdAt: "2026-06-01T08:00:00.000Z",
  order: 1,
  state: "sending",
  failures: 0,
  triedAt: 0,
  waitMs: 0,
  ...more,
});

const nothingSent = () => undefined;
const keys = (items: { key: string }[]) => items.map(({ key }) => key);

test("shows pending messages after stored ones", () => {
  const items = threadItems([message(1, "Hello", "visitor")], [unsent("k", "Hi")], nothingSent);
  expect(items.map(({ body, sender, seq }) => [body, sender, seq])).toEqual([
    ["Hello", "visitor", 1],
    ["Hi", "owner", undefined],
  ]);
});

test("shows a reply once, in the same bubble, when its event arrives before its response", () => {
  expect(keys(threadItems([message(5, "Hi")], [unsent("k", "Hi", { after: 4 })], nothingSent))).toEqual(["k"]);
});

test("shows a failed reply though an earlier one has the same words", () => {
  const items = threadItems([message(4, "Hi")], [unsent("k", "Hi", { after: 4 })], nothingSent);
  expect(keys(items)).toEqual(["m4", "k"]);
});

test("keeps a reply's bubble after it has left the outbox", () => {
  expect(keys(threadItems([message(5, "Hi")], [], (id) => (id === "m5" ? "k" : undefined)))).toEqual(["k"]);
});

test("returns the same item for the same message, so that it isn't rendered again", () => {
  const stored = message(1, "Hello");
  const [first] = threadItems([stored], [], nothingSent);
  expect(threadItems([stored, message(2, "More")], [], nothingSent)[0]).toBe(first);
});
