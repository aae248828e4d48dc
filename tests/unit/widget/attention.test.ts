import { expect, test } from "@playwright/test";
import type { Message } from "#client/live-event.ts";
import { createStore } from "#client/store.ts";
import { createAttention } from "../../../widget/panel/attention.ts";
import type { ChatState } from "../../../widget/panel/chat-state.ts";
import type { Session } from "../../../widget/panel/session.ts";
import type { ShownConversation } from "../../../widget/panel/shown-conversation.ts";

/** A closed panel with a conversation of one message, and what the page around it and the loudspeaker get. */
function listen() {
  Object.assign(globalThis, { document: { visibilityState: "visible" } });
  const heard: string[] = [];
  const store = createStore<ChatState>({
    conversation: { id: "c", status: "open", lastSeq: 1, unreadCount: 0 },
    messages: [messageOf(1, { senderType: "visitor" })],
    isOpen: false,
    isMuted: false,
  } as unknown as ChatState);
  const attention = createAttention({
    siteKey: "pk",
    store,
    shown: {} as ShownConversation,
    session: {} as Session,
    host: { sendUnread: (count) => heard.push(`badge ${count}`), sendMessage: () => heard.push("message") },
    locks: undefined,
    chime: { canSound: () => true, sound: () => heard.push("chime") },
  });
  attention.start();
  const list = (lastSeq: number, unreadCount: number) =>
    store.set({ conversation: { id: "c", status: "open", lastSeq, unreadCount } });
  const arrive = (seq: number, more: Partial<Message> = {}) =>
    store.set({ messages: [...store.get().messages, messageOf(seq, more)] });
  const take = () => heard.splice(0);
  take();
  return { list, arrive, take };
}

const messageOf = (seq: number, more: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  conversationId: "c",
  seq,
  senderType: "owner",
  senderId: "s",
  body: "",
  createdAt: "",
  ...more,
});

test("a person's reply chimes once, when it's known to be one", () => {
  const { list, arrive, take } = listen();
  list(2, 1);
  expect(take()).toEqual(["badge 1"]);
  arrive(2);
  expect(take()).toEqual(["message", "chime"]);
  list(2, 1);
  expect(take()).toEqual([]);
});

test("an automatic message is counted, and chimes as little as the page's own handler learns of it", () => {
  const { list, arrive, take } = listen();
  list(2, 1);
  arrive(2, { automatic: true });
  expect(take()).toEqual(["badge 1"]);
  list(3, 2);
  arrive(3);
  expect(take()).toEqual(["badge 2", "message", "chime"]);
});

test("a reply chimes if it came while the automatic message before it was still loading", () => {
  const { list, arrive, take } = listen();
  list(2, 1);
  list(3, 2);
  arrive(2, { automatic: true });
  expect(take()).toEqual(["badge 1", "badge 2"]);
  arrive(3);
  expect(take()).toEqual(["message", "chime"]);
});
