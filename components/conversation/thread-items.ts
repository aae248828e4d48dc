import type { MessageFile, UploadedFile } from "#client/live-event.ts";
import { matchOptimistic } from "#client/match-optimistic.ts";
import { isHeld, type Unsent } from "#client/unsent.ts";
import type { EventJson } from "#lib/desk/conversation-events/schema.ts";
import type { MessageJson } from "#lib/desk/messages/schema.ts";
import type { NoteJson } from "#lib/desk/notes/schema.ts";
import type { ScheduledReplyJson } from "#lib/desk/scheduled-replies/schema.ts";

/** A message, note or event as the thread shows it. Its key stays the same once it's sent, so that its bubble isn't replaced. */
export type ThreadItem = {
  key: string;
  sender: MessageJson["senderType"] | "automatic" | "note" | "event";
  /** Who wrote it. */
  senderId: string;
  /** What the team calls them. Undefined for visitors and former teammates. */
  senderName?: string | undefined;
  senderPhotoUrl?: string | undefined;
  body: string;
  /** A message's files. Those of an unsent one have no links. */
  files?: readonly (MessageFile | UploadedFile)[] | undefined;
  /** What a message that came by email has besides, and where the original is. */
  mail?: MessageJson["mail"];
  originalUrl?: string;
  createdAt: string;
  /** A message's, once the server has stored it. */
  seq?: number;
  place?: { conversationId: string; messageId: string };
  /** When it was deleted, and by whose id and name. */
  deleted?: { at: string; by: string | undefined; byName: string | undefined };
  /** A note's, once the server has stored it. */
  noteSeq?: number;
  unsent?: Unsent;
  /** A reply that's sent later. */
  scheduled?: ScheduledReplyJson;
  event?: EventJson;
};

/** What a conversation consists of: messages, notes, events, what's sent later, and what isn't stored yet. */
type Written = {
  messages: readonly MessageJson[];
  notes: readonly NoteJson[];
  events: readonly EventJson[];
  unsent: readonly Unsent[];
  scheduled?: readonly ScheduledReplyJson[] | undefined;
};

/** Who's reading, and the outbox's keys of what it sent. */
type Reading = { me: string; keyOf: (id: string) => string | undefined };

const items = new WeakMap<MessageJson | NoteJson | EventJson | Unsent, ThreadItem>();

// Returns the same object for the same message, so that an unchanged group isn't rendered again.
function itemOf<M extends MessageJson | NoteJson | EventJson | Unsent>(message: M, make: () => ThreadItem): ThreadItem {
  const known = items.get(message);
  const item = make();
  if (known && known.key === item.key) return known;
  items.set(message, item);
  return item;
}

/** Returns the stored messages with the notes and events between them, followed by what's unsent, each once. */
export function threadItems(
  { messages, notes, events, unsent, scheduled = [] }: Written,
  { me, keyOf }: Reading,
): ThreadItem[] {
  const [replies, drafts] = [unsent.filter(({ kind }) => !kind), unsent.filter(({ kind }) => kind === "note")];
  // A colleague's reply may have the same words.
  const mine = replies.length > 0 ? messages.filter(({ senderId, automatic }) => senderId === me && !automatic) : [];
  const joined = matchOptimistic(mine, replies, "owner");
  const stored = messages.map((message) =>
    itemOf(message, () => messageItem(message, keyOf(message.id) ?? joined.keys.get(message.id))),
  );
  const keys = matchNotes(notes, drafts, me);
  const added = notes.map((note) =>
    itemOf(note, () => ({
      key: keyOf(note.id) ?? keys.get(note.id) ?? note.id,
      sender: "note",
      senderId: note.authorId,
      senderName: note.authorName,
      senderPhotoUrl: note.authorPhotoUrl,
      body: note.body,
      createdAt: note.createdAt,
      noteSeq: note.seq,
    })),
  );
  const happened = events.map((event) =>
    itemOf(event, () => ({
      key: `event-${event.seq}`,
      sender: "event",
      senderId: "",
      body: "",
      createdAt: event.createdAt,
      event,
    })),
  );
  const held = matchScheduled(scheduled, joined.unsent, { me, keyOf });
  const matched = new Set([...keys.values(), ...held.values()]);
  const waiting = [...joined.unsent, ...drafts]
    .filter(({ key }) => !matched.has(key))
    .sort((one, other) => one.order - other.order)
    .map((message) =>
      itemOf(message, () => ({
        key: message.key,
        sender: message.kind ?? "owner",
        senderId: me,
        body: message.body,
        files: message.uploads,
        createdAt: message.createdAt,
        unsent: message,
      })),
    );
  const written = between(stored, happened, (event, { seq = 0 }) => (event.event?.afterSeq ?? 0) < seq);
  const thread = between(written, added, (note, other) => note.createdAt < other.createdAt);
  const later = scheduledItems({ scheduled, messages }, (id) => keyOf(id) ?? held.get(id), thread.at(-1)?.createdAt);
  return [...thread, ...later, ...waiting];
}

const messageItem = (message: MessageJson, key = message.id): ThreadItem => ({
  key,
  sender: message.automatic ? "automatic" : message.senderType,
  senderId: message.senderId,
  senderName: message.senderName,
  senderPhotoUrl: message.senderPhotoUrl,
  body: message.body,
  files: message.files,
  ...(message.mail && {
    mail: message.mail,
    originalUrl: `/conversations/${message.conversationId}/messages/${message.id}/original`,
  }),
  createdAt: message.createdAt,
  seq: message.seq,
  place: { conversationId: message.conversationId, messageId: message.id },
  ...(message.deleted && {
    deleted: { at: message.deletedAt ?? message.createdAt, by: message.deletedBy, byName: message.deletedByName },
  }),
});

/**
 * Returns the replies that are sent later, at the end of the thread, on its last day. One that's a message by now is left out, unless it's
 * to be said there which of its actions were refused.
 */
function scheduledItems(
  { scheduled = [], messages }: Pick<Written, "scheduled" | "messages">,
  keyOf: Reading["keyOf"],
  after = "",
): ThreadItem[] {
  const stored = new Set(scheduled.length > 0 ? messages.map(({ id }) => id) : []);
  return scheduled
    .filter(({ id, refused }) => refused || !stored.has(id))
    .map((reply) => ({
      key: reply.refused ? `refused-${reply.id}` : (keyOf(reply.id) ?? reply.id),
      sender: "owner",
      senderId: reply.userId,
      senderName: reply.userName,
      body: reply.refused ? "" : reply.body,
      files: reply.refused ? undefined : reply.files,
      createdAt: reply.createdAt > after ? reply.createdAt : after,
      scheduled: reply,
    }));
}

/** Finds the unsent replies that are scheduled already, although their response hasn't arrived: their keys by the replies' ids. */
function matchScheduled(
  scheduled: readonly ScheduledReplyJson[],
  unsent: readonly Unsent[],
  { me, keyOf }: Reading,
): Map<string, string> {
  const keys = new Map<string, string>();
  for (const { key, body, state, holdSeconds, sendAt } of unsent) {
    if (state !== "sending" || (holdSeconds === undefined && sendAt === undefined)) continue;
    const reply = scheduled.find(
      ({ id, userId, body: text, refused }) =>
        !refused && userId === me && text === body && keyOf(id) === undefined && !keys.has(id),
    );
    if (reply) keys.set(reply.id, key);
  }
  return keys;
}

/** Puts items between others, each before the first one that it precedes. Each list keeps its own order. */
function between(
  others: readonly ThreadItem[],
  added: readonly ThreadItem[],
  precedes: (item: ThreadItem, other: ThreadItem) => boolean,
): ThreadItem[] {
  const all: ThreadItem[] = [];
  let next = 0;
  for (const other of others) {
    for (let item = added[next]; item && precedes(item, other); item = added[next]) {
      all.push(item);
      next += 1;
    }
    all.push(other);
  }
  return [...all, ...added.slice(next)];
}

/** Finds the unsent notes that are stored already, although their response hasn't arrived: their keys by the notes' ids. */
function matchNotes(notes: readonly NoteJson[], unsent: readonly Unsent[], me: string): Map<string, string> {
  const keys = new Map<string, string>();
  for (const { key, body, after, state } of unsent) {
    if (after === undefined || state === "rejected") continue;
    const isStored = (note: NoteJson) =>
      note.seq > after && note.authorId === me && note.body === body && !keys.has(note.id);
    const stored = notes.find(isStored);
    if (stored) keys.set(stored.id, key);
  }
  return keys;
}

/** Returns the key of the first item that holds a reply back: a colleague's, newer than what its writer saw. */
export function firstNewer(all: readonly ThreadItem[], me: string): string | undefined {
  const held = all.find(({ unsent }) => unsent && isHeld(unsent))?.unsent;
  if (!held) return undefined;
  const { seenSeq = Number.POSITIVE_INFINITY, seenNote = Number.POSITIVE_INFINITY } = held;
  return all.find(
    ({ sender, senderId, seq = 0, noteSeq = 0, deleted }) =>
      senderId !== me && !deleted && (sender === "owner" ? seq > seenSeq : sender === "note" && noteSeq > seenNote),
  )?.key;
}
