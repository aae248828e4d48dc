import { expect, test } from "@playwright/test";
import type { Message, Side } from "#client/live-event.ts";
import { matchOptimistic } from "#client/match-optimistic.ts";
import type { Unsent } from "#client/unsent.ts";

const stored = (seq: number, body: string, senderType: Side = "visitor"): Message => ({
  id: `id-${seq}`,
  conversationId: "c",
  seq,
  senderType,
  senderId: "s",
  body,
  createdAt: "2026-11-20T10:00:00.000Z",
});

const unsent = (key: string, body: string, more: Partial<Unsent> = {}): Unsent => ({
  key,
  to: "",
  body,
  createdAt: "2026-11-20T10:00:00.000Z",
  order: 1,
  state: "sending",
  failures: 0,
  triedAt: 0,
  waitMs: 0,
  ...more,
});

const join = (messages: Message[], list: Unsent[]) => {
  const joined = matchOptimistic(messages, list, "visitor");
  return { keys: [...joined.keys], rest: joined.unsent.map(({ key }) => key) };
};

test("a message whose event arrives before its response is listed once", () => {
  expect(join([stored(1, "hi"), stored(2, "ok")], [unsent("a", "ok", { after: 1 })])).toEqual({
    keys: [["id-2", "a"]],
    rest: [],
  });
});

test("an earlier message with the same text, or one by the other side, doesn't match", () => {
  const list = [unsent("a", "ok", { after: 2 })];
  expect(join([stored(1, "ok"), stored(2, "ok"), stored(3, "ok", "owner")], list)).toEqual({ keys: [], rest: ["a"] });
});

test("two pending messages with the same text match one stored message each, in order", () => {
  const list = [unsent("a", "ok", { after: 0, state: "waiting" }), unsent("b", "ok", { after: 0 })];
  expect(join([stored(1, "ok")], list)).toEqual({ keys: [["id-1", "a"]], rest: ["b"] });
  expect(join([stored(1, "ok"), stored(2, "ok")], list)).toEqual({
    keys: [
      ["id-1", "a"],
      ["id-2", "b"],
    ],
    rest: [],
  });
});

test("a message that was never sent, or was rejected, doesn't match", () => {
  const list = [unsent("a", "ok", { state: "waiting" }), unsent("b", "ok", { after: 0, state: "rejected" })];
  expect(join([stored(1, "ok")], list).rest).toEqual(["a", "b"]);
});
