import { expect, test } from "@playwright/test";
import { createTitleCount } from "#components/counts/counted-title.ts";
import { createNewsReader } from "#components/notification/news.ts";
import { conversationRow } from "../../support/conversation-row.ts";

const at = (minute: number) => new Date(minute * 60_000).toISOString();
const row = (id: string, minute: number, lastSeq: number, unreadCount: number) =>
  conversationRow({ id, lastMessageAt: at(minute), lastSeq, unreadCount });
const known = (...rows: ReturnType<typeof row>[]) => new Map(rows.map((one) => [one.id, one]));
const newsOf = (news: ReturnType<ReturnType<typeof createNewsReader>>) =>
  news.map(({ conversation, count }) => `${conversation.id} ${count}`);

test("reports messages that arrive after the page was loaded, and none from before", () => {
  const read = createNewsReader(at(10));
  expect(newsOf(read(known(row("a", 5, 3, 2))))).toEqual([]);
  expect(newsOf(read(known(row("a", 5, 3, 2), row("b", 11, 1, 1))))).toEqual(["b 1"]);
  expect(newsOf(read(known(row("a", 12, 5, 4), row("b", 11, 1, 1))))).toEqual(["a 2"]);
});

test("doesn't report older rows that are loaded by scrolling", () => {
  const read = createNewsReader(at(10));
  read(known(row("a", 12, 1, 1)));
  expect(newsOf(read(known(row("a", 12, 1, 1), row("b", 11, 4, 4))))).toEqual([]);
});

test("doesn't report the owner's own reply, or what was read elsewhere", () => {
  const read = createNewsReader(at(10));
  expect(newsOf(read(known(row("a", 12, 3, 0))))).toEqual([]);
});

test("puts a count before the title, and removes it", () => {
  const page = { title: "Inbox" };
  const count = createTitleCount(page);
  count(2);
  expect(page.title).toBe("(2) Inbox");
  count(100);
  expect(page.title).toBe("(99+) Inbox");
  count(0);
  expect(page.title).toBe("Inbox");
});

test("updates the count before the title, and leaves a visitor's name that looks like one", () => {
  const page = { title: "Inbox" };
  const count = createTitleCount(page);
  count(1);
  page.title = "(5) Bob";
  count(2);
  expect(page.title).toBe("(2) (5) Bob");
  count(0);
  expect(page.title).toBe("(5) Bob");
});

test("doesn't report spam, old or new", () => {
  const read = createNewsReader(at(10));
  const spam = (minute: number, lastSeq: number) => ({ ...row("a", minute, lastSeq, lastSeq), spam: true as const });
  expect(newsOf(read(known(spam(11, 1))))).toEqual([]);
  expect(newsOf(read(known(spam(12, 2), row("b", 12, 1, 1))))).toEqual(["b 1"]);
  // Nor does it become news when it turns out to be none.
  expect(newsOf(read(known(row("a", 12, 2, 2), row("b", 12, 1, 1))))).toEqual([]);
});

test("doesn't report a message again because an automatic one follows it", () => {
  const read = createNewsReader(at(10));
  expect(newsOf(read(known(row("a", 12, 1, 1))))).toEqual(["a 1"]);
  expect(newsOf(read(known(row("a", 12, 2, 1))))).toEqual([]);
  expect(newsOf(read(known(row("a", 13, 3, 2))))).toEqual(["a 1"]);
});
