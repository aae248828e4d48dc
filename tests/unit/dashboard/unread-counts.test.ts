import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { latestUnreadCount, noteUnreadCount } from "#components/inbox/unread-counts.ts";

const EARLY = "2026-06-01T08:00:00.000Z";
const LATE = "2026-06-01T08:00:00.001Z";

/** What the server says of one conversation at different times. */
function newRow() {
  const id = randomUUID();
  return (updatedAt: string, unreadCount: number) => ({ id, updatedAt, unreadCount });
}

test("counts what the list says of a conversation that this tab did not read", () => {
  expect(latestUnreadCount(newRow()(EARLY, 3))).toBe(3);
});

test("counts nothing in a list from before the reading, then what a newer list says, read elsewhere or marked unread", () => {
  const row = newRow();
  noteUnreadCount(row(EARLY, 0));
  expect(latestUnreadCount(row(EARLY, 3))).toBe(0);
  expect(latestUnreadCount(row(LATE, 1))).toBe(1);
});

test("follows a conversation that is marked unread here and read again", () => {
  const row = newRow();
  noteUnreadCount(row(EARLY, 0));
  noteUnreadCount(row(LATE, 1));
  expect(latestUnreadCount(row(EARLY, 0))).toBe(1);
  noteUnreadCount(row(LATE, 0));
  expect(latestUnreadCount(row(LATE, 1))).toBe(0);
});

test("keeps to the newer of two answers that arrive the wrong way round", () => {
  const row = newRow();
  noteUnreadCount(row(LATE, 0));
  noteUnreadCount(row(EARLY, 2));
  expect(latestUnreadCount(row(LATE, 1))).toBe(0);
});

test("counts what another tab has read, which does not change the conversation", () => {
  const row = newRow();
  noteUnreadCount(row(EARLY, 2));
  expect(latestUnreadCount(row(EARLY, 0))).toBe(0);
});
