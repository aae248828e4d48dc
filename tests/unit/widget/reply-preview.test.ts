import { expect, test } from "@playwright/test";
import type { Message } from "#client/live-event.ts";
import type { Storage } from "#client/storage.ts";
import { createStore } from "#client/store.ts";
import type { ChatState } from "../../../widget/panel/chat-state.ts";
import type { Host } from "../../../widget/panel/host.ts";
import { createReplyPreview } from "../../../widget/panel/reply-preview.ts";
import { sharedMemory } from "../../support/shared-memory.ts";

Object.assign(globalThis, { PREVIEW_PATH: "not loaded while the panel is open" });

/** A tab with the panel open, in which this reply is the newest. */
function openTab(storage: Storage, reply: Pick<Message, "id" | "createdAt" | "automatic">) {
  const store = createStore<ChatState>({
    conversation: { id: "c", unreadCount: 0 },
    messages: [{ ...reply, senderType: "owner" }],
    isOpen: true,
  } as unknown as ChatState);
  return createReplyPreview({ store, storage, host: {} as Host });
}

test("a tab that misses a reply doesn't undo that another tab has shown it, or both would store theirs forever", () => {
  const { values, openTab: openStorage } = sharedMemory();
  const behind = openTab(openStorage(), { id: "b", createdAt: "2026-11-22T22:12:32.100Z" });
  const ahead = openTab(openStorage(), { id: "a", createdAt: "2026-11-22T22:12:36.400Z" });
  behind.look();
  const before = [...values];
  ahead.look();
  const after = [...values];
  expect(after).not.toEqual(before);
  behind.look();
  expect([...values]).toEqual(after);
});

test("an automatic message is no reply to preview", () => {
  const { values, openTab: openStorage } = sharedMemory();
  openTab(openStorage(), { id: "a", createdAt: "2026-11-22T22:12:36.400Z", automatic: true }).look();
  expect([...values]).toEqual([]);
});
