import { expect, test } from "@playwright/test";
import { noticeOf } from "#lib/notify/notifications/content.ts";
import type { DueNotification } from "#lib/notify/notifications/notification-rows.system.ts";
import { provideSettings } from "../../support/provide-settings.ts";

provideSettings({ BASE_URL: "https://inbox.example.com" });

const DUE: DueNotification = {
  id: "n1",
  kind: "message",
  workspaceId: "w1",
  conversationId: "c1",
  seq: 3,
  level: 0,
  channelId: "ch1",
  channel: "ntfy",
  address: Buffer.alloc(0),
  shows: "text",
  siteName: "Kiln Street",
  visitorName: "Grace",
  visitorEmail: "grace@example.com",
  texts: ["Is the blue one in stock?", "Hello?"],
  since: new Date("2026-11-22T21:04:00Z"),
  unread: 2,
};

test("a notification shows the messages, only that there is one, or only the site, as its channel is set", () => {
  const shown = (due: Partial<DueNotification>) => {
    const { title, body } = noticeOf({ ...DUE, ...due });
    return [title, body];
  };
  expect(shown({})).toEqual(["Grace on Kiln Street", "Is the blue one in stock?\nHello?"]);
  expect(shown({ shows: "new" })).toEqual(["New message on Kiln Street", ""]);
  expect(shown({ shows: "site" })).toEqual(["Kiln Street", ""]);
  expect(shown({ visitorName: null })[0]).toBe("grace@example.com on Kiln Street");
  expect(shown({ visitorName: null, visitorEmail: null })[0]).toBe("A visitor on Kiln Street");
  expect(shown({ kind: "summary", conversationId: null })[0]).toBe("2 unread conversations");
  expect(shown({ kind: "summary", unread: 1 })[0]).toBe("1 unread conversation");
});

test("a notification of a mention or an assignment contains no message, whatever its channel shows", () => {
  const shown = (due: Partial<DueNotification>) => {
    const { title, body } = noticeOf({ ...DUE, ...due });
    return [title, body];
  };
  expect(shown({ kind: "mention" })).toEqual(["You were mentioned: Grace on Kiln Street", ""]);
  expect(shown({ kind: "mention", shows: "new" })).toEqual(["You were mentioned on Kiln Street", ""]);
  expect(shown({ kind: "assigned" })).toEqual(["Assigned to you: Grace on Kiln Street", ""]);
  expect(shown({ kind: "assigned", shows: "new" })).toEqual(["A conversation on Kiln Street was assigned to you", ""]);
  expect(shown({ kind: "assigned", shows: "site" })).toEqual(["Kiln Street", ""]);
});

test("a notification leads to its conversation in its workspace, a summary to the workspace's inbox, and an escalated one is urgent", () => {
  expect(noticeOf(DUE)).toMatchObject({ url: "https://inbox.example.com/w/w1/inbox/c1", isUrgent: false });
  expect(noticeOf({ ...DUE, level: 1 })).toMatchObject({ isUrgent: true });
  expect(noticeOf({ ...DUE, kind: "summary", conversationId: null }).url).toBe("https://inbox.example.com/w/w1/inbox");
});

test("of many or long messages, a notification shows the newest that fit", () => {
  const long = "x".repeat(601);
  expect(noticeOf({ ...DUE, texts: ["first", long] }).body).toBe(`${"x".repeat(600)}…`);
  expect(noticeOf({ ...DUE, texts: [long, "last"] }).body).toBe("last");
});

test("a notification's body has no marks of formatting, and its texts are as they were written", () => {
  const texts = ["**Is** `it` [ready](https://shop.example/x)?", "- a\n- b :tada:"];
  expect(noticeOf({ ...DUE, texts })).toMatchObject({ body: "Is it ready (shop.example)?\n- a\n- b 🎉", texts });
  expect(noticeOf({ ...DUE, texts, shows: "new" })).not.toHaveProperty("texts");
});
