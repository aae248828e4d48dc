import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { openStorage } from "#client/storage.ts";
import { createOfflineStore, type ReadConversation } from "#components/offline/offline-store.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

const DAY_MS = 86_400_000;
const ana = { userId: "ana", workspaceId: "kiln" };
const ben = { userId: "ben", workspaceId: "kiln" };

/** A browser's localStorage with room for so many characters. */
function openBrowser(room = 5_000_000) {
  const values = new Map<string, string>();
  const taken = () => [...values].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const own = {
    getItem: (name: string) => values.get(name) ?? null,
    removeItem: (name: string) => void values.delete(name),
    setItem: (name: string, value: string) => {
      const before = values.get(name);
      values.set(name, value);
      if (taken() <= room) return;
      if (before === undefined) values.delete(name);
      else values.set(name, before);
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  const localStorage = new Proxy(own, {
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  return { values, taken };
}

test.afterEach(() => {
  Reflect.deleteProperty(globalThis, "document");
});

function row(id: string, more: Partial<ConversationJson> = {}): ConversationJson {
  const at = "2026-11-20T10:00:00.000Z";
  return {
    id,
    siteId: "site",
    visitorId: "visitor",
    status: "open",
    lastMessageAt: at,
    createdAt: at,
    updatedAt: at,
    siteName: "Corner shop",
    lastMessagePreview: "Hello",
    lastSeq: 1,
    noteSeq: 0,
    eventSeq: 0,
    unreadCount: 0,
    visitorVerified: false,
    lastMessageBy: "visitor",
    labelIds: [],
    ...more,
  };
}

function read(id: string, texts: string[] = ["Hello"]): ReadConversation {
  const messages = texts.map((body, at) => ({
    id: randomUUID(),
    conversationId: id,
    senderType: "visitor" as const,
    senderId: "visitor",
    body,
    createdAt: "2026-11-20T10:00:00.000Z",
    seq: at + 1,
  }));
  return { conversation: row(id), newest: { messages, hasMore: false }, seen: 0 };
}

function openStore(at = { now: 1_000 * DAY_MS }) {
  const store = createOfflineStore(openStorage("site-inbox-offline:"), () => at.now);
  return { store, at };
}

const list = (at: number) => ({ at, conversations: [row("a")], sites: [], look: {} });

test("the offline store keeps the list and the 20 conversations read last, each once", () => {
  openBrowser();
  const { store, at } = openStore();
  store.begin(ana);
  for (let n = 1; n <= 25; n++) store.keepConversation(ana, { ...read(`c${n}`), at: at.now + n });
  store.keepConversation(ana, { ...read("c6", ["Hello", "Again"]), at: at.now + 26 });
  expect(store.ids()).toEqual(["c6", ...Array.from({ length: 19 }, (_, n) => `c${25 - n}`)]);
  expect(store.conversation("c6")?.newest.messages.map(({ body }) => body)).toEqual(["Hello", "Again"]);
  expect(store.conversation("c5")).toBeUndefined();
  store.keepList(ana, { ...list(at.now), conversations: Array.from({ length: 60 }, (_, n) => row(`c${n}`)) });
  expect(store.list()?.conversations).toHaveLength(50);
});

test("a stored conversation has its newest 50 messages, and of long ones fewer", () => {
  const { taken } = openBrowser();
  const { store, at } = openStore();
  store.begin(ana);
  store.keepConversation(ana, {
    ...read(
      "many",
      Array.from({ length: 120 }, (_, n) => `${n}`),
    ),
    at: at.now,
  });
  const many = store.conversation("many")?.newest;
  expect([many?.messages.length, many?.messages[0]?.body, many?.messages.at(-1)?.body]).toEqual([50, "70", "119"]);
  expect(many?.hasMore).toBe(true);
  for (let n = 0; n < 30; n++) {
    store.keepConversation(ana, {
      ...read(
        `long${n}`,
        Array.from({ length: 50 }, () => "x".repeat(4_000)),
      ),
      at: at.now,
    });
  }
  expect(store.conversation("long29")?.newest.messages).toHaveLength(8);
  expect(taken()).toBeLessThan(1_000_000);
  store.keepConversation(ana, { ...read("one", ["x".repeat(40_000)]), at: at.now });
  expect(store.conversation("one")?.newest).toMatchObject({ messages: [{ seq: 1 }], hasMore: false });
});

test("a stored conversation has the notes between its newest messages, which share the space with them", () => {
  openBrowser();
  const { store, at } = openStore();
  store.begin(ana);
  const minute = (count: number) => new Date(Date.UTC(2026, 10, 20, 10, count)).toISOString();
  const many = read(
    "c1",
    Array.from({ length: 60 }, (_, n) => `Message ${n}`),
  );
  const messages = many.newest.messages.map((message, n) => ({ ...message, createdAt: minute(2 * n) }));
  const note = (seq: number, after: number) => ({
    id: randomUUID(),
    conversationId: "c1",
    seq,
    authorId: "ana",
    body: `Note ${seq}`,
    mentions: [],
    createdAt: minute(2 * after + 1),
  });
  const notes = [note(1, 3), note(2, 50), note(3, 59)];
  store.keepConversation(ana, { ...many, newest: { messages, hasMore: false }, notes, at: at.now });
  const stored = store.conversation("c1");
  expect(stored?.notes?.map(({ seq }) => seq)).toEqual([2, 3]);
  expect([stored?.newest.messages.length, stored?.newest.messages[0]?.body, stored?.newest.hasMore]).toEqual([
    48,
    "Message 12",
    true,
  ]);
  const later = Array.from({ length: 60 }, (_, n) => note(n + 1, 60 + n));
  store.keepConversation(ana, { ...many, newest: { messages, hasMore: false }, notes: later, at: at.now });
  expect(store.conversation("c1")?.newest).toMatchObject({ messages: [{ body: "Message 59" }], hasMore: true });
});

for (const [another, reader] of [
  ["account", ben],
  ["workspace", { ...ana, workspaceId: "forge" }],
] as const) {
  test(`another ${another} removes what was stored, and the first one's open tabs store nothing more`, () => {
    const { values } = openBrowser();
    const { store, at } = openStore();
    store.begin(ana);
    store.keepConversation(ana, { ...read("c1"), at: at.now });
    store.keepList(ana, list(at.now));
    const other = openStore().store;
    other.begin(reader);
    expect([other.reader(), other.list(), other.ids()]).toEqual([reader, undefined, []]);
    store.keepConversation(ana, { ...read("c2"), at: at.now });
    store.keepList(ana, list(at.now));
    expect([...values.keys()]).toEqual(["site-inbox-offline:owner"]);
  });
}

test("what's a week old isn't shown, and is removed at the next start", () => {
  const { values } = openBrowser();
  const { store, at } = openStore();
  store.begin(ana);
  store.keepConversation(ana, { ...read("c1"), at: at.now });
  store.keepList(ana, list(at.now));
  at.now += 7 * DAY_MS - 1;
  expect([store.list()?.at, store.conversation("c1")?.at]).toEqual([at.now - 7 * DAY_MS + 1, at.now - 7 * DAY_MS + 1]);
  at.now += 1;
  expect([store.list(), store.conversation("c1")]).toEqual([undefined, undefined]);
  store.begin(ana);
  expect([...values.values()].join()).not.toContain("Hello");
});

test("if the browser's storage is full, nothing is stored, and the space is left to unsent replies", () => {
  const { values } = openBrowser(3_000);
  const { store, at } = openStore();
  store.begin(ana);
  store.keepConversation(ana, { ...read("c1"), at: at.now });
  expect(store.ids()).toEqual(["c1"]);
  store.keepConversation(ana, { ...read("c2", ["x".repeat(4_000)]), at: at.now });
  store.keepList(ana, list(at.now));
  expect([...values.keys()]).toEqual([]);
  expect([store.ids(), store.list(), store.reader()]).toEqual([[], undefined, undefined]);
});

test("what another version stored in another shape, or what's broken, counts as missing", () => {
  const { values } = openBrowser();
  const { store } = openStore();
  store.begin(ana);
  values.set("site-inbox-offline:list", "{");
  values.set("site-inbox-offline:conversation:c1:x", "null");
  expect([store.list(), store.conversation("c1")]).toEqual([undefined, undefined]);
  values.set("site-inbox-offline:owner", "1:ana");
  expect(store.reader()).toBeUndefined();
  store.begin(ana);
  expect([...values.keys()]).toEqual(["site-inbox-offline:owner"]);
});
