import { expect, test } from "@playwright/test";
import "../../support/speak-english.ts";
import type { Message, Side } from "#client/live-event.ts";
import type { Unsent } from "#client/unsent.ts";
import { groupByDay, toItems } from "../../../widget/panel/groups.ts";
import { NO_RESPONSE, readProblem } from "../../../widget/panel/problem.ts";

const stored = (seq: number, senderType: Side = "visitor"): Message => ({
  id: `id-${seq}`,
  conversationId: "c",
  seq,
  senderType,
  senderId: "s",
  body: `${seq}`,
  createdAt: "2026-11-20T10:00:00.000Z",
});

const unsent = (key: string, more: Partial<Unsent> = {}): Unsent => ({
  key,
  to: "",
  body: key,
  createdAt: "2026-11-20T10:00:00.000Z",
  order: 1,
  state: "waiting",
  failures: 0,
  triedAt: 0,
  waitMs: 0,
  ...more,
});

const items = (messages: Message[], list: Unsent[], ownerRead = 0, isOnline = true) =>
  toItems({ messages, keys: new Map([["id-2", "two"]]), unsent: list, ownerRead, isOnline });

test("marks messages the owner has read as seen, with a label on the newest", () => {
  const messages = [stored(1), stored(2), stored(3, "owner"), stored(4)];
  const states = (ownerRead: number) => items(messages, [], ownerRead).map(({ state }) => state);
  expect(states(0)).toEqual(["sent", "sent", "sent", "sent"]);
  expect(states(3)).toEqual(["seen", "seen", "sent", "sent"]);
  expect(states(4)).toEqual(["seen", "seen", "sent", "seen"]);
  expect(items(messages, [], 3).map(({ isNewestSeen }) => Boolean(isNewestSeen))).toEqual([false, true, false, false]);
});

test("keeps the key a message had before it was sent, so that its bubble isn't rendered again", () => {
  expect(items([stored(1), stored(2)], []).map(({ key }) => key)).toEqual(["id-1", "two"]);
});

test("shows why nothing is sent, only at the first waiting message", () => {
  const why = (list: Unsent[], isOnline = true) => items([], list, 0, isOnline).map((item) => item.why ?? "");
  expect(why([unsent("a"), unsent("b")], false)).toEqual([expect.stringContaining("You’re offline"), ""]);
  const bad = unsent("bad", { state: "rejected", problem: readProblem(400, null, {}) });
  expect(why([bad, unsent("a", { problem: NO_RESPONSE, failures: 3 }), unsent("b")])).toEqual([
    expect.stringContaining("can’t be sent"),
    expect.stringContaining("The connection failed"),
    "",
  ]);
});

test("offers the possible actions for each message", () => {
  const actions = (message: Unsent, isOnline = true) => items([], [message], 0, isOnline)[0]?.actions;
  expect(actions(unsent("a", { problem: NO_RESPONSE, failures: 3 }))).toEqual(["retry"]);
  expect(actions(unsent("a"), false)).toEqual([]);
  expect(actions(unsent("a", { problem: readProblem(429, "9", {}) }))).toEqual([]);
  expect(actions(unsent("a", { state: "failed", problem: readProblem(500, null, {}) }))).toEqual(["retry"]);
  expect(actions(unsent("a", { state: "failed", problem: readProblem(404, null, {}) }))).toEqual(["retry", "edit"]);
  expect(actions(unsent("a", { state: "rejected", problem: readProblem(400, null, {}) }))).toEqual(["edit"]);
});

test("an automatic message isn't a person's: it says so, and has a group of its own", () => {
  const reply = { ...stored(2, "owner"), senderName: "Ada" };
  const messages = [stored(1), reply, { ...stored(3, "owner"), automatic: true as const }];
  const [day] = groupByDay(items(messages, []));
  expect(day?.groups.map(({ senderName, items: { length } }) => [senderName, length])).toEqual([
    [undefined, 1],
    ["Ada", 1],
    ["Sent automatically", 1],
  ]);
});
