import { expect, test } from "@playwright/test";
import { joinPages, type MessagePage } from "#components/conversation/join-pages.ts";

/** The messages from one `seq` to another, as the API would give them. */
function page(from: number, to: number): MessagePage {
  const messages = Array.from({ length: to - from + 1 }, (_, index) => ({
    id: `${from + index}`,
    conversationId: "c",
    senderType: "visitor" as const,
    body: "",
    createdAt: "",
    senderId: "s",
    seq: from + index,
  }));
  return { messages, hasMore: from > 1 };
}

test("keeps the first messages of a conversation that a refresh brought past one page", () => {
  expect(joinPages(page(1, 45), page(6, 55))).toEqual(page(1, 55));
});

test("has no gap between what was loaded and what a refresh brings", () => {
  const thread = joinPages(page(1, 50), page(51, 100));
  expect(thread).toEqual(page(1, 100));
  expect(joinPages(thread, page(61, 110))).toEqual(page(1, 110));
});

test("says that there is more before what was loaded", () => {
  expect(joinPages(page(51, 100), page(101, 150))).toEqual(page(51, 150));
});

test("begins anew where messages are missing between, so that they can be loaded", () => {
  expect(joinPages(page(1, 100), page(102, 151))).toEqual(page(102, 151));
});

test("takes no earlier page that came too late to follow", () => {
  expect(joinPages(page(1, 50), page(111, 160))).toEqual(page(111, 160));
});

test("loses nothing to a page that was asked for before another", () => {
  expect(joinPages(page(1, 110), page(51, 100))).toEqual(page(1, 110));
});
