import { expect, test } from "@playwright/test";
import { furtherOf, isWithin, rangeBelow, rangeOf, reaches } from "#components/inbox/list-range.ts";
import { conversationRow } from "../../support/conversation-row.ts";

const row = (id: string, minute: number) =>
  conversationRow({ id, lastMessageAt: new Date(minute * 60_000).toISOString() });

test("reaches to the last row of a page with more below it", () => {
  const range = rangeOf({ conversations: [row("b", 2), row("a", 1)], nextCursor: "next" });
  expect(range).toEqual({ end: { id: "a", at: row("a", 1).lastMessageAt }, nextCursor: "next" });
});

test("has no end if there's no more", () => {
  expect(rangeOf({ conversations: [row("a", 1)] })).toEqual({});
  expect(rangeOf({ conversations: [] })).toEqual({});
});

test("keeps rows loaded further down when the first page is reloaded", () => {
  const first = rangeOf({ conversations: [row("d", 4)], nextCursor: "first" });
  const second = rangeOf({ conversations: [row("b", 2)], nextCursor: "second" });
  expect(furtherOf(first, second)).toBe(second);
  expect(furtherOf(second, first)).toBe(second);
  expect(furtherOf(first, {})).toEqual({});
  expect(furtherOf(first, undefined)).toBe(first);
});

test("an empty page with more below it keeps the end before it, and isn't the end of the list", () => {
  const empty = { conversations: [], nextCursor: "next" };
  expect(rangeOf(empty)).toEqual({ nextCursor: "next" });
  const first = rangeOf({ conversations: [row("d", 4)], nextCursor: "first" });
  expect(rangeBelow(first, empty)).toEqual({ ...first, nextCursor: "next" });
  expect(rangeBelow(first, { conversations: [] })).toEqual({});
  expect(furtherOf(rangeOf(empty), first)).toBe(first);
  expect(furtherOf(first, rangeOf(empty))).toBe(first);
  expect(reaches(rangeOf(empty), {}, undefined)).toBe(false);
  expect(reaches({}, rangeOf(empty), undefined)).toBe(true);
  expect(isWithin(row("a", 1), rangeOf(empty), undefined)).toBe(false);
  expect([row("e", 5), row("a", 1)].map((one) => isWithin(one, first, undefined))).toEqual([true, false]);
  expect(isWithin(row("a", 1), {}, undefined)).toBe(true);
});
