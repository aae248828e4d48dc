import { expect, test } from "@playwright/test";
import type { LiveEvent, Message, Side } from "#client/live-event.ts";
import { createStore } from "#client/store.ts";
import type { VisitorConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ApiRequest, ApiResult } from "../../../widget/panel/api.ts";
import { noteReadTo } from "../../../widget/panel/attention.ts";
import type { ChatState } from "../../../widget/panel/chat-state.ts";
import { createRefresh } from "../../../widget/panel/refresh.ts";
import type { Session } from "../../../widget/panel/session.ts";
import { createShownConversation } from "../../../widget/panel/shown-conversation.ts";
import { createVisitorEvents } from "../../../widget/panel/visitor-events.ts";
import { untilState } from "../../support/until-state.ts";

type Shown = Pick<
  ChatState,
  "conversation" | "messages" | "keys" | "unsent" | "loading" | "older" | "ownerRead" | "isOpen"
>;

/** A panel, and a server that has the messages of these writers. */
function showOn(...writers: Side[]) {
  const requests: string[] = [];
  const stored = writers.map((writer, index) => message(index + 1, writer));
  const store = createStore<ChatState>({
    conversation: undefined,
    messages: [],
    keys: new Map(),
    unsent: [],
    loading: false,
    older: "none",
    ownerRead: 0,
    isOpen: true,
  } satisfies Shown as unknown as ChatState);
  const session: Session = {
    open: () => Promise.reject(new Error("not asked for here")),
    drop: () => {},
    call: async <T>({ path }: ApiRequest) => {
      requests.push(path);
      const after = Number(new URL(path, "http://server").searchParams.get("after"));
      const messages = stored.filter(({ seq }) => seq > after);
      return { ok: true, value: { messages, hasMore: false } } as ApiResult<T>;
    },
  };
  const clock = { now: 0 };
  const shown = createShownConversation(store, session, () => clock.now);
  const { isCurrent } = createRefresh({ store, shown, session });
  const receive: (event: LiveEvent<VisitorConversationJson>) => void = createVisitorEvents({
    store,
    shown,
    onReply: () => {},
    onTyping: () => {},
  });
  const seqs = () => store.get().messages.map(({ seq }) => seq);
  return { store, shown, stored, requests, receive, isCurrent, seqs, clock };
}

function message(seq: number, senderType: Side): Message {
  return { id: `m${seq}`, conversationId: "c", seq, senderType, senderId: "s", body: `${seq}`, createdAt: "" };
}

const listed = (lastSeq: number, unreadCount = 0, status: "open" | "closed" = "open") =>
  ({ id: "c", status, lastSeq, unreadCount }) as VisitorConversationJson;
const updated = (conversation: VisitorConversationJson) =>
  ({ type: "conversation.updated", data: { conversation } }) as const;

test("fetches a message that only the conversation's state reveals", async () => {
  const { store, shown, receive, seqs } = showOn("visitor", "owner");
  shown.note(listed(1));
  shown.apply(message(1, "visitor"));
  receive(updated(listed(2, 1)));
  await untilState(store, ({ messages }) => messages.length === 2);
  expect(seqs()).toEqual([1, 2]);
});

test("fetches nothing if it has everything the state reveals", async () => {
  const { shown, receive, requests } = showOn("visitor", "owner");
  shown.note(listed(1));
  shown.apply(message(1, "visitor"));
  receive({ type: "message.created", data: { message: message(2, "owner"), conversation: listed(2, 1) } });
  receive(updated(listed(2, 0, "closed")));
  expect(requests).toEqual([]);
});

test("a conversation that its owner reopens is loaded if another or none is shown", async () => {
  const { store, receive, seqs } = showOn("visitor", "owner");
  receive(updated(listed(2)));
  expect(store.get().loading).toBe(true);
  await untilState(store, ({ loading }) => !loading);
  expect(seqs()).toEqual([1, 2]);
});

test("messages that were never shown stay unread when the visitor has read the rest", () => {
  const { store, shown } = showOn("visitor");
  shown.note(listed(1));
  shown.apply(message(1, "visitor"));
  shown.note(listed(2, 1));
  noteReadTo(store, shown, 1);
  expect(store.get().conversation?.unreadCount).toBe(1);
});

test("a reply shows that the owner has seen the messages before it", () => {
  const { store, shown, receive } = showOn("visitor");
  shown.note(listed(1));
  shown.apply(message(1, "visitor"));
  receive({ type: "message.created", data: { message: message(2, "owner"), conversation: listed(2, 1) } });
  expect(store.get().ownerRead).toBe(2);
});

test("the owner's read position never moves back, in whatever order updates arrive", () => {
  const { store, shown, receive } = showOn("visitor");
  shown.note(listed(3));
  for (const seq of [2, 3, 1]) receive({ type: "read", data: { conversationId: "c", by: "owner", seq } });
  expect(store.get().ownerRead).toBe(3);
});

test("a stream's beginning updates the state, and shows whether a message is missing", () => {
  const { store, shown, requests, isCurrent } = showOn("visitor", "owner");
  shown.note(listed(1));
  shown.apply(message(1, "visitor"));
  const ready = (lastSeq: number) => ({ listed: [{ ...listed(lastSeq, 0, "closed"), read: { owner: 1 } }] });
  expect(isCurrent(ready(1))).toBe(true);
  expect(store.get()).toMatchObject({ conversation: { status: "closed" }, ownerRead: 1 });
  expect(isCurrent(ready(2))).toBe(false);
  // A server that doesn't say, and one where the conversation is gone.
  expect(isCurrent({})).toBe(false);
  expect(isCurrent({ listed: [] })).toBe(false);
  expect(requests).toEqual([]);
});

test("a conversation that isn't loaded yet isn't current, whatever a stream begins with", () => {
  const { shown, isCurrent } = showOn("visitor");
  shown.note(listed(1));
  expect(isCurrent({ listed: [{ ...listed(1), read: { owner: 0 } }] })).toBe(false);
});

const HALF_AN_HOUR_MS = 30 * 60_000;

test("links to files are fetched again after half an hour, if the chat is open, from the first message with files on", async () => {
  const { store, shown, stored, requests, clock } = showOn("visitor", "owner", "owner");
  const fileAt = (url: string) => [
    { id: "f", name: "a.txt", mediaType: "text/plain", size: 1, kind: "file" as const, url },
  ];
  const [first, second, third] = stored;
  if (!first || !second || !third) throw new Error("three messages are stored");
  second.files = fileAt("/first");
  shown.note(listed(3));
  for (const one of [first, { ...second }, third]) shown.apply(one);
  second.files = fileAt("/second");
  const shownUrls = () => store.get().messages.flatMap(({ files = [] }) => files.map(({ url }) => url));

  clock.now = HALF_AN_HOUR_MS - 1;
  await shown.renewLinks();
  clock.now = HALF_AN_HOUR_MS;
  store.set({ isOpen: false });
  await shown.renewLinks();
  expect(requests).toEqual([]);
  store.set({ isOpen: true });
  await Promise.all([shown.renewLinks(), shown.renewLinks()]);
  expect(requests).toEqual(["/public/conversations/c/messages?after=1&limit=100"]);
  expect(shownUrls()).toEqual(["/second"]);
});

test("an automatic message doesn't say that the owner has read, and a person's does", () => {
  const { store, shown, receive } = showOn("visitor", "owner", "owner");
  shown.note(listed(1));
  shown.apply(message(1, "visitor"));
  const arrived = (seq: number, more: Partial<Message> = {}) =>
    receive({
      type: "message.created",
      data: { message: { ...message(seq, "owner"), ...more }, conversation: listed(seq, 1) },
    });
  arrived(2, { automatic: true });
  expect(store.get().ownerRead).toBe(0);
  arrived(3);
  expect(store.get().ownerRead).toBe(3);
});
