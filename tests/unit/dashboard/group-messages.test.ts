import { expect, test } from "@playwright/test";
import { type DayOfMessages, groupMessages } from "#components/conversation/group-messages.ts";
import type { ThreadItem } from "#components/conversation/thread-items.ts";

const reader = { language: "en", timeZone: "Europe/Berlin", now: Date.parse("2026-06-02T12:00:00Z") };

const message = (createdAt: string, sender: ThreadItem["sender"] = "visitor", seq = 1): ThreadItem => ({
  key: `${createdAt} ${sender}`,
  sender,
  senderId: sender,
  body: "",
  createdAt,
  seq,
});

const groupsOf = ({ chunks }: DayOfMessages) => chunks.flatMap(({ groups }) => groups);
const shape = (items: ThreadItem[]) =>
  groupMessages(items, reader).map((day) => [day.key, groupsOf(day).map((group) => group.items.length)]);

test("groups one side's messages within five minutes", () => {
  const run = ["2026-06-01T08:00:00Z", "2026-06-01T08:04:59Z", "2026-06-01T08:05:00Z"].map((at) => message(at));
  expect(shape(run)).toEqual([["2026-06-01", [2, 1]]]);
});

test("starts a group when the other side writes", () => {
  const talk = [message("2026-06-01T08:00:00Z"), message("2026-06-01T08:00:01Z", "owner")];
  expect(shape(talk)).toEqual([["2026-06-01", [1, 1]]]);
});

test("starts a group when a colleague replies", () => {
  const [one, other] = [message("2026-06-01T08:00:00Z", "owner"), message("2026-06-01T08:00:01Z", "owner")];
  expect(shape([one, { ...other, senderId: "ada" }])).toEqual([["2026-06-01", [1, 1]]]);
});

test("starts a day at the reader's midnight", () => {
  const night = [message("2026-06-01T21:59:00Z"), message("2026-06-01T22:01:00Z")];
  expect(shape(night)).toEqual([
    ["2026-06-01", [1]],
    ["2026-06-02", [1]],
  ]);
});

// Each a group of its own, all of one day.
const longDay = Array.from({ length: 150 }, (_, seq) =>
  message(new Date(Date.parse("2026-06-01T00:00:00Z") + seq * 400_000).toISOString(), "visitor", seq),
);
const part = (from: number, to: number) => longDay.slice(from, to + 1);

test("reuses unchanged groups, so one more message renders one group", () => {
  const first = message("2026-06-01T08:00:00Z");
  const second = message("2026-06-01T09:00:00Z", "visitor", 2);
  const before = groupMessages([first, second], reader);
  const third = message("2026-06-01T09:01:00Z", "visitor", 3);
  const [old, now] = [before, groupMessages([first, second, third], reader, before)].map((days) =>
    days.flatMap(groupsOf),
  );
  expect(now?.[0]).toBe(old?.[0]);
  expect(now?.[1]?.items).toHaveLength(2);
});

test("reuses unchanged days when another starts", () => {
  const items = [message("2026-06-01T08:00:00Z")];
  const before = groupMessages(items, reader);
  const next = message("2026-06-02T08:00:00Z", "visitor", 2);
  expect(groupMessages([...items, next], reader, before)[0]).toBe(before[0]);
});

test("splits a long day at the same places whether messages come before or after", () => {
  const keysOf = (from: number, to: number) => groupMessages(part(from, to), reader)[0]?.chunks.map(({ key }) => key);
  expect(keysOf(60, 140)).toEqual(["0", "1", "2"]);
  expect(keysOf(70, 130)).toEqual(["1", "2"]);
  const before = groupMessages(part(64, 140), reader);
  const [day] = groupMessages(part(50, 141), reader, before);
  expect(day?.chunks[1]).toBe(before[0]?.chunks[0]);
});

test("adds pending messages to the last stored group", () => {
  const stored = message("2026-06-01T08:00:00Z", "visitor", 640);
  const { seq: _, ...unsent } = message("2026-06-01T08:30:00Z", "owner");
  expect(groupMessages([stored, unsent], reader)[0]?.chunks.map(({ key }) => key)).toEqual(["10"]);
});
