import { expect, test } from "@playwright/test";
import { appendPage, continueList, type ListPage } from "#components/inbox/list-memory.ts";

type Row = ListPage["conversations"][number];

const row = (id: string, minute: number): Row => ({
  id,
  siteId: "s",
  visitorId: "v",
  status: "open",
  lastMessageAt: new Date(minute * 60_000).toISOString(),
  createdAt: "",
  updatedAt: "",
  siteName: "",
  lastMessagePreview: "",
  lastSeq: 1,
  unreadCount: 0,
  visitorVerified: false,
});

const page = (rows: Row[], nextCursor?: string): ListPage => ({
  conversations: rows,
  ...(nextCursor && { nextCursor }),
});
const ids = ({ conversations }: ListPage) => conversations.map(({ id }) => id).join("");

test("keeps the rows that were loaded below the newest page, and their cursor", () => {
  const list = continueList(page([row("e", 5), row("d", 4)], "first"), page([row("d", 4), row("c", 3)], "second"));
  expect(ids(list)).toBe("edc");
  expect(list.nextCursor).toBe("second");
});

test("drops a row that has moved up or gone, because the server knows the top of the list better", () => {
  const loaded = page([row("d", 4), row("c", 3), row("b", 2)]);
  const list = continueList(page([row("b", 6), row("c", 3)], "more"), loaded);
  expect(ids(list)).toBe("bc");
});

test("takes the newest page alone where nothing is below it", () => {
  expect(ids(continueList(page([row("b", 2)]), page([row("b", 2), row("a", 1)])))).toBe("b");
});

test("adds a page without doubling a row that moved between the two requests", () => {
  const list = appendPage(page([row("c", 3), row("b", 2)], "first"), page([row("b", 2), row("a", 1)]));
  expect(ids(list)).toBe("cba");
  expect(list.nextCursor).toBeUndefined();
});
