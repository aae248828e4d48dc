import { expect, test } from "@playwright/test";
import type { Unsent } from "#client/unsent.ts";
import { firstNewer, threadItems } from "#components/conversation/thread-items.ts";
import type { EventJson } from "#lib/desk/conversation-events/schema.ts";
import type { MessageJson } from "#lib/desk/messages/schema.ts";
import type { NoteJson } from "#lib/desk/notes/schema.ts";
import type { ScheduledReplyJson } from "#lib/desk/scheduled-replies/schema.ts";

const message = (seq: number, body: string, senderType: MessageJson["senderType"] = "owner"): MessageJson => ({
  id: `m${seq}`,
  conversationId: "c",
  senderType,
  body,
  createdAt: "2026-06-01T08:00:00.000Z",
  senderId: "o",
  seq,
});

const unsent = (key: string, body: string, more: Partial<Unsent> = {}): Unsent => ({
  key,
  to: "c",
  body,
  createdAt: "2026-06-01T08:00:00.000Z",
  order: 1,
  state: "sending",
  failures: 0,
  triedAt: 0,
  waitMs: 0,
  ...more,
});

const scheduled = (id: string, body: string, more: Partial<ScheduledReplyJson> = {}): ScheduledReplyJson => ({
  id,
  conversationId: "c",
  userId: "o",
  body,
  createdAt: "2026-05-31T08:00:00.000Z",
  sendAt: "2026-06-02T08:00:00.000Z",
  state: "scheduled",
  ...more,
});

const nothingSent = () => undefined;
type Sent = (id: string) => string | undefined;
const itemsOf = (
  messages: MessageJson[],
  list: Unsent[] = [],
  { notes = [], events = [], keyOf = nothingSent }: { notes?: NoteJson[]; events?: EventJson[]; keyOf?: Sent } = {},
) => threadItems({ messages, notes, events, unsent: list }, { me: "o", keyOf });
const keys = (items: { key: string }[]) => items.map(({ key }) => key);

test("a colleague's message holds a reply back, unless it has been deleted", () => {
  const theirs = { ...message(2, "Theirs"), senderId: "colleague" };
  const problem = { status: 409, code: "stale_reply", retryAfter: 0, fields: [] };
  const held = unsent("held", "Mine", { state: "failed", seenSeq: 1, problem });
  const firstOf = (second: MessageJson) => firstNewer(itemsOf([message(1, "Hello", "visitor"), second], [held]), "o");
  expect(firstOf(theirs)).toBe("m2");
  const deleted = { deleted: true as const, deletedAt: theirs.createdAt, deletedBy: "colleague" };
  expect(firstOf({ ...theirs, body: "", ...deleted })).toBeUndefined();
});

test("shows pending messages after stored ones", () => {
  const items = itemsOf([message(1, "Hello", "visitor")], [unsent("k", "Hi")]);
  expect(items.map(({ body, sender, seq }) => [body, sender, seq])).toEqual([
    ["Hello", "visitor", 1],
    ["Hi", "owner", undefined],
  ]);
});

test("shows a reply once, in the same bubble, when its event arrives before its response", () => {
  expect(keys(itemsOf([message(5, "Hi")], [unsent("k", "Hi", { after: 4 })]))).toEqual(["k"]);
});

test("shows scheduled replies at the end, on the thread's last day, until they're messages", () => {
  const written = { messages: [message(1, "Hi")], notes: [], events: [], unsent: [unsent("k", "Now")] };
  const items = threadItems(
    { ...written, scheduled: [scheduled("s1", "Later"), scheduled("m1", "Hi")] },
    { me: "o", keyOf: nothingSent },
  );
  expect(keys(items)).toEqual(["m1", "s1", "k"]);
  expect(items[1]).toMatchObject({ createdAt: "2026-06-01T08:00:00.000Z", scheduled: { id: "s1" } });
});

test("shows a held reply once, in the same bubble, when it's known before its response", () => {
  const held = unsent("k", "Hi", { holdSeconds: 5 });
  const shown = (list: ScheduledReplyJson[]) =>
    keys(
      threadItems(
        { messages: [], notes: [], events: [], unsent: [held], scheduled: list },
        { me: "o", keyOf: (id) => (id === "earlier" ? "e" : undefined) },
      ),
    );
  expect(shown([scheduled("s", "Hi")])).toEqual(["k"]);
  // Another one with the same words, a colleague's, and other words.
  expect(shown([scheduled("earlier", "Hi")])).toEqual(["e", "k"]);
  expect(shown([scheduled("s", "Hi", { userId: "c" })])).toEqual(["s", "k"]);
  expect(shown([scheduled("s", "Ho")])).toEqual(["s", "k"]);
});

test("shows a failed reply though an earlier one has the same words", () => {
  const items = itemsOf([message(4, "Hi")], [unsent("k", "Hi", { after: 4 })]);
  expect(keys(items)).toEqual(["m4", "k"]);
});

test("keeps a reply's bubble after it has left the outbox", () => {
  expect(keys(itemsOf([message(5, "Hi")], [], { keyOf: (id) => (id === "m5" ? "k" : undefined) }))).toEqual(["k"]);
});

test("returns the same item for the same message, so that it isn't rendered again", () => {
  const stored = message(1, "Hello");
  const [first] = itemsOf([stored]);
  expect(itemsOf([stored, message(2, "More")])[0]).toBe(first);
});

const note = (seq: number, at: string, authorId = "a"): NoteJson => ({
  id: `n${seq}`,
  conversationId: "c",
  seq,
  authorId,
  authorName: "Ada",
  body: `Note ${seq}`,
  mentions: [],
  createdAt: `2026-06-01T${at}:00.000Z`,
});

test("shows notes between messages by their times", () => {
  const [early, late] = [
    message(1, "Hello", "visitor"),
    { ...message(2, "Hi"), createdAt: "2026-06-01T09:00:00.000Z" },
  ];
  const notes = [note(1, "08:30"), note(2, "09:30")];
  expect(keys(itemsOf([early, late], [unsent("k", "More")], { notes }))).toEqual(["m1", "n1", "m2", "n2", "k"]);
});

test("shows a reply that waits beside a colleague's with the same words", () => {
  const colleagues = { ...message(5, "Hi"), senderId: "a" };
  expect(keys(itemsOf([colleagues], [unsent("k", "Hi", { after: 4 })]))).toEqual(["m5", "k"]);
});

test("shows a note once when its event arrives before its response", () => {
  const stored = note(3, "09:00", "o");
  const waiting = unsent("k", stored.body, { kind: "note", after: 2 });
  expect(keys(itemsOf([], [waiting], { notes: [stored] }))).toEqual(["k"]);
});

test("finds what's new to the writer of a held reply: a colleague's first message or note after what they saw", () => {
  const problem = { status: 409, code: "stale_reply", retryAfter: 0, fields: [] };
  const held = unsent("k", "Hi", { state: "failed", problem, seenSeq: 2, seenNote: 1 });
  const colleagues = (seq: number) => ({ ...message(seq, "Mine"), senderId: "a" });
  const newest = (messages: MessageJson[], notes: NoteJson[] = []) =>
    firstNewer(itemsOf(messages, [held], { notes }), "o");
  expect(newest([colleagues(2), message(3, "Own"), message(4, "Theirs", "visitor"), colleagues(5)])).toBe("m5");
  expect(newest([colleagues(2)], [note(1, "08:30"), note(2, "08:40")])).toBe("n2");
  expect(firstNewer(itemsOf([colleagues(5)]), "o")).toBeUndefined();
});

const event = (seq: number, afterSeq: number, at: string): EventJson => ({
  seq,
  afterSeq,
  kind: "closed",
  via: "session",
  createdAt: `2026-06-01T${at}:00.000Z`,
});

test("an event is after the message that it followed, whatever its time, and among notes by time", () => {
  const messages = [message(1, "One", "visitor"), message(2, "Two", "visitor")];
  const events = [event(1, 1, "08:00"), event(2, 2, "09:00"), event(3, 2, "11:00")];
  const notes = [note(1, "10:00")];
  const unread = itemsOf(messages, [unsent("k", "Hi")], { notes, events });
  expect(keys(unread)).toEqual(["m1", "event-1", "m2", "event-2", "n1", "event-3", "k"]);
});

test("an automatic message is no one's reply: it's shown as automatic, and doesn't hold back a reply", () => {
  const away: MessageJson = { ...message(2, "We’re away.", "owner"), senderId: "site", automatic: true };
  const held = unsent("k", "Hi", {
    state: "rejected",
    seenSeq: 1,
    problem: { status: 409, code: "stale_reply", retryAfter: 0, fields: [] },
  });
  const items = itemsOf([message(1, "Hello", "visitor"), away], [held]);
  expect(items.map(({ sender }) => sender)).toEqual(["visitor", "automatic", "owner"]);
  expect(firstNewer(items, "o")).toBeUndefined();
  expect(keys(itemsOf([{ ...away, senderId: "o", body: "Hi" }], [unsent("k", "Hi", { after: 1 })]))).toEqual([
    "m2",
    "k",
  ]);
});

test("what a sent reply's refused actions were is said at the end of the thread, although its message is there", () => {
  const messages = [message(1, "Hello", "visitor"), message(2, "Mine")];
  const refused = [{ action: "labels" as const, code: "not_found" }];
  const sent = [scheduled("m2", "Mine", { state: "sent", refused }), scheduled("m1", "Hello", { state: "sent" })];
  const items = threadItems(
    { messages, notes: [], events: [], unsent: [], scheduled: sent },
    { me: "o", keyOf: nothingSent },
  );
  expect(items.map(({ key, body }) => [key, body])).toEqual([
    ["m1", "Hello"],
    ["m2", "Mine"],
    ["refused-m2", ""],
  ]);
});
