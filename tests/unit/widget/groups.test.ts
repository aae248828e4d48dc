import { expect, test } from "@playwright/test";
import { groupByDay, type ListItem } from "../../../widget/panel/groups.ts";

const item = (at: string, mine = true): ListItem => ({ key: at, body: "x", mine, at: new Date(at), state: "sent" });
const shape = (items: ListItem[]) => groupByDay(items).map((day) => day.groups.map((group) => group.items.length));

test("groups one sender's messages within five minutes", () => {
  expect(shape([item("2026-11-20T10:00:00"), item("2026-11-20T10:04:59"), item("2026-11-20T10:05:00")])).toEqual([
    [2, 1],
  ]);
});

test("starts a group when the other side writes", () => {
  expect(shape([item("2026-11-20T10:00:00"), item("2026-11-20T10:00:01", false), item("2026-11-20T10:00:02")])).toEqual(
    [[1, 1, 1]],
  );
});

test("starts a group when someone else replies", () => {
  const [ada, bob] = ["Ada", "Bob"].map((senderName) => ({
    ...item("2026-11-20T10:00:00", false),
    senderName,
  }));
  expect(shape([ada, ada, bob].filter((one) => one !== undefined))).toEqual([[2, 1]]);
});

test("starts a day at the reader's midnight", () => {
  expect(shape([item("2026-11-20T23:59:59"), item("2026-11-21T00:00:01")])).toEqual([[1], [1]]);
});
