import { expect, test } from "@playwright/test";
import { createKnownConversations } from "#components/live/known-conversations.ts";
import { conversationRow } from "../../support/conversation-row.ts";

const version = (id: string, second: number, lastMessagePreview = `version ${second}`) =>
  conversationRow({ id, updatedAt: new Date(second * 1000).toISOString(), lastMessagePreview });

const previews = ({ get }: ReturnType<typeof createKnownConversations>) =>
  [...get().values()].map(({ id, lastMessagePreview }) => `${id}: ${lastMessagePreview}`);

test("keeps the later of two versions, in either order", () => {
  const known = createKnownConversations();
  known.learn([version("a", 2)]);
  known.learn([version("a", 1)]);
  expect(previews(known)).toEqual(["a: version 2"]);
  known.learn([version("a", 3)]);
  expect(previews(known)).toEqual(["a: version 3"]);
});

test("doesn't notify about a version it has already, so nothing is rendered for it", () => {
  const known = createKnownConversations();
  known.learn([version("a", 2)]);
  let notified = 0;
  known.subscribe(() => {
    notified += 1;
  });
  known.learn([version("a", 2), version("a", 1)]);
  expect(notified).toBe(0);
});

test("never restores a deleted conversation when an earlier response arrives late", () => {
  const known = createKnownConversations();
  known.learn([version("a", 1)]);
  known.forget("a");
  known.learn([version("a", 2)]);
  expect(previews(known)).toEqual([]);
  expect(known.isDeleted("a")).toBe(true);
});

test("reports a deletion even if the row was dropped before, since the open conversation depends on it", () => {
  const known = createKnownConversations();
  known.learn([version("a", 1)]);
  known.replace([], known.now(), () => true);
  let wasDeleted = false;
  known.subscribe(() => {
    wasDeleted = known.isDeleted("a");
  });
  known.forget("a");
  expect(wasDeleted).toBe(true);
});

test("drops what a complete response doesn't list, except what it learned while the request ran", () => {
  const known = createKnownConversations();
  known.learn([version("a", 1), version("b", 1)]);
  const askedAt = known.now();
  known.learn([version("c", 2)]);
  known.replace([version("a", 1)], askedAt, () => true);
  expect(previews(known)).toEqual(["a: version 1", "c: version 2"]);
});

test("keeps conversations that a complete response doesn't cover", () => {
  const known = createKnownConversations();
  known.learn([version("a", 1), conversationRow({ id: "b", status: "closed" })]);
  known.replace([], known.now(), ({ status }) => status === "open");
  expect([...known.get().keys()]).toEqual(["b"]);
});
