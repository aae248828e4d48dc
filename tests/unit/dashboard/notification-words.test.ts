import { expect, test } from "@playwright/test";
import { notificationsFor } from "#components/notification/news.ts";
import { conversationRow } from "../../support/conversation-row.ts";

const news = (...counts: number[]) =>
  counts.map((count, at) => ({ conversation: conversationRow({ id: `c${at}`, visitorName: `Visitor ${at}` }), count }));

test("up to three conversations get a notification each, which opens that conversation", () => {
  const notifications = notificationsFor(news(1, 9, 1));
  expect(notifications.map(({ title }) => title)).toEqual(
    [0, 1, 2].map((at) => expect.stringContaining(`Visitor ${at}`)),
  );
  expect(notifications.map(({ path }) => path)).toEqual(["/inbox/c0", "/inbox/c1", "/inbox/c2"]);
});

test("more than three at the same time get a single notification, which counts their messages and opens the list", () => {
  expect(notificationsFor(news(1, 9, 1, 4))).toEqual([
    { title: "15 new messages", body: "In 4 conversations", path: "/inbox" },
  ]);
});
