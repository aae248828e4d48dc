import { expect, test } from "@playwright/test";
import { furtherOf, rangeOf } from "#components/inbox/list-range.ts";
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
