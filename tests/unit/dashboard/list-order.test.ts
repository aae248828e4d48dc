import { expect, test } from "@playwright/test";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { countArrivals, heldOrder, isJudgedByServer, rowsInOrder } from "#components/filter/list-order.ts";
import { conversationRow } from "../../support/conversation-row.ts";

const row = (id: string, minute: number, more = {}) =>
  conversationRow({ id, lastMessageAt: new Date(minute * 60_000).toISOString(), ...more });
const order = (rows: { id: string }[]) => rows.map(({ id }) => id).join("");
const letters = (text: string) => text.split("");

test("sorts the newest message first, and the greater id if times are equal", () => {
  expect(order(rowsInOrder([row("a", 1), row("c", 2), row("b", 2)], { status: "open" }, undefined, "me"))).toBe("cba");
});

test("leaves out what the filter excludes", () => {
  const rows = [row("a", 1, { status: "closed" }), row("b", 2, { siteId: "t" }), row("c", 3)];
  expect(order(rowsInOrder(rows, { status: "open", siteId: "s" }, undefined, "me"))).toBe("c");
  expect(order(rowsInOrder(rows, { status: "closed" }, undefined, "me"))).toBe("a");
  expect(order(rowsInOrder(rows, { status: "all" }, undefined, "me"))).toBe("cba");
});

test("shows nothing below the end of the loaded range, where only some rows are known", () => {
  const end = { id: "c", at: row("c", 3).lastMessageAt };
  expect(order(rowsInOrder([row("d", 4), row("c", 3), row("b", 2)], { status: "open" }, end, "me"))).toBe("dc");
});

test("moves no row while the reader is busy, whether one arrives, moves up or leaves", () => {
  expect(heldOrder(letters("abcd"), letters("xdab"))).toEqual(letters("abcd"));
});

test("adds rows loaded below while the reader is busy, which moves nothing", () => {
  expect(heldOrder(letters("abc"), letters("cabde"))).toEqual(letters("abcde"));
  expect(heldOrder([], letters("ab"))).toEqual(letters("ab"));
});

test("counts rows that are new or moved up, and not those pushed down or removed", () => {
  expect(countArrivals(letters("abcd"), letters("xdab"))).toBe(2);
  expect(countArrivals(letters("abcd"), letters("acd"))).toBe(0);
  expect(countArrivals(letters("abcd"), letters("dcba"))).toBe(3);
});

test("lists spam only as spam, whatever its status", () => {
  const spam = conversationRow({ id: "a", status: "closed", spam: true });
  const mail = conversationRow({ id: "b", status: "closed" });
  const listed = (filter: InboxFilter) => rowsInOrder([spam, mail], filter, undefined, "me").map(({ id }) => id);
  for (const status of ["closed", "all"] as const) expect(listed({ status })).toEqual(["b"]);
  expect(listed({ status: "open" })).toEqual([]);
  expect(listed({ status: "spam" })).toEqual(["a"]);
  expect(listed({ status: "spam", siteId: "other" })).toEqual([]);
});

test("puts a conversation that woke up where its wake time belongs", () => {
  const wokenAt = row("a", 9).lastMessageAt;
  const rows = [row("a", 1, { wokenAt }), row("b", 5), row("c", 10, { wokenAt })];
  expect(order(rowsInOrder(rows, { status: "open" }, undefined, "me"))).toBe("cab");
});

test("lists only those who wait by longest waiting, the longest first, and the smaller id if times are equal", () => {
  const since = (minute: number) => ({ waitingSince: row("x", minute).lastMessageAt });
  const rows = [
    row("a", 9, since(3)),
    row("b", 8, since(1)),
    row("c", 1),
    row("e", 7, since(2)),
    row("d", 6, since(2)),
  ];
  expect(order(rowsInOrder(rows, { status: "open", order: "waiting" }, undefined, "me"))).toBe("bdea");
  const end = { id: "d", at: since(2).waitingSince };
  expect(order(rowsInOrder(rows, { status: "open", order: "waiting" }, end, "me"))).toBe("bd");
});

test("filters by snooze, star and label", () => {
  const rows = [row("a", 1, { snoozed: true }), row("b", 2, { starred: true }), row("c", 3, { labelIds: ["l"] })];
  expect(order(rowsInOrder(rows, { status: "open" }, undefined, "me"))).toBe("cb");
  expect(order(rowsInOrder(rows, { status: "snoozed" }, undefined, "me"))).toBe("a");
  expect(order(rowsInOrder(rows, { status: "all" }, undefined, "me"))).toBe("cba");
  expect(order(rowsInOrder(rows, { status: "all", starred: "true" }, undefined, "me"))).toBe("b");
  expect(order(rowsInOrder(rows, { status: "open", labelId: "l" }, undefined, "me"))).toBe("c");
});

test("lists what's assigned to the reader, to no one, or to a person", () => {
  const rows = [row("a", 1, { assigneeId: "me" }), row("b", 2, { assigneeId: "ada" }), row("c", 3)];
  const assigned = (assignee: string) => order(rowsInOrder(rows, { status: "open", assignee }, undefined, "me"));
  expect(["me", "ada", "none"].map(assigned)).toEqual(["a", "b", "c"]);
});

test("a list that only the server can judge has what the server listed, and loses what another filter excludes", () => {
  const rows = [row("a", 1), row("b", 2), row("c", 3, { status: "closed" }), row("d", 4)];
  const filter: InboxFilter = { status: "open", language: "de" };
  expect(isJudgedByServer(filter)).toBe(true);
  expect(isJudgedByServer({ status: "open", page: "/pricing", hasEmail: "true" })).toBe(false);
  expect(order(rowsInOrder(rows, filter, undefined, "me", new Set(["a", "b", "c"])))).toBe("ba");
  expect(order(rowsInOrder(rows, filter, undefined, "me", new Set()))).toBe("");
});

test("a page is part of the first or the last page's address, whatever the case of A to Z", () => {
  const rows = [
    row("a", 1, { firstPageUrl: "https://shop.example/Pricing?q=50%25" }),
    row("b", 2, { pageUrl: "https://shop.example/pricing" }),
    row("c", 3, { pageUrl: "https://shop.example/cart" }),
    row("d", 4),
  ];
  const on = (page: string) => order(rowsInOrder(rows, { status: "open", page }, undefined, "me"));
  expect(on("/PRICING")).toBe("ba");
  expect(on("50%25")).toBe("a");
  expect(on("_")).toBe("");
  expect(
    order(
      rowsInOrder(
        [row("e", 1, { visitorEmail: "a@b.example" }), ...rows],
        { status: "open", hasEmail: "true" },
        undefined,
        "me",
      ),
    ),
  ).toBe("e");
});
