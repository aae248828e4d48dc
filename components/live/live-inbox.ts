import type { LiveEvent, WireEvent } from "#client/live-event.ts";
import { createStore, type Readable } from "#client/store.ts";
import type { NotificationFailure, SettingsChange } from "#lib/base/changes/change.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { DraftKind } from "#lib/desk/drafts/schema.ts";
import type { MessageJson } from "#lib/desk/messages/schema.ts";
import type { NoteJson } from "#lib/desk/notes/schema.ts";
import { createKnownConversations } from "./known-conversations.ts";

export type OwnerLiveEvent =
  | LiveEvent<ConversationJson>
  | { type: "note.created"; data: { note: NoteJson; conversation: ConversationJson } }
  | { type: "presence"; data: { conversationId: string; userId: string; state: "looking" | "left" } }
  | { type: "draft.updated"; data: { conversationId: string; kind: DraftKind; version: number } }
  | { type: "scheduled_replies.updated"; data: { conversationId: string } }
  | { type: "settings.updated"; data: SettingsChange }
  | { type: "notification.failed"; data: NotificationFailure };

/** What this tab knows about the inbox. Stream events keep it current, and missed changes are fetched. */
export function createLiveInbox() {
  const known = createKnownConversations();
  const seen = createSeenPositions();
  const messages = createArrivals<MessageJson>();
  const notes = createArrivals<NoteJson>();
  const listeners = new Set<(event: OwnerLiveEvent) => void>();
  const askers = new Set<() => Promise<boolean>>();
  const caughtUp = createStore({ times: 0 });
  let missed = 0;

  const take = (event: OwnerLiveEvent) => {
    if (event.type === "message.created") {
      const { message, conversation } = event.data;
      known.learn([conversation]);
      // A sender has seen everything before their message.
      if (message.senderType === "visitor") seen.note(message.conversationId, message.seq);
      messages.receive(message);
    }
    if (event.type === "note.created") {
      known.learn([event.data.conversation]);
      notes.receive(event.data.note);
    }
    if (event.type === "conversation.updated") {
      if ("deleted" in event.data) known.forget(event.data.id);
      else known.learn([event.data.conversation]);
    }
    if (event.type === "read" && event.data.by === "visitor") seen.note(event.data.conversationId, event.data.seq);
  };

  return {
    known,
    seen,
    pendingReads: createPendingReads(),
    /** Returns the last known `seq` of a conversation, or undefined if nothing is known about it. */
    lastSeqOf: (conversationId: string): number | undefined =>
      later(known.get().get(conversationId)?.lastSeq, messages.lastOf(conversationId)),
    /** Returns the last known `seq` of a conversation's notes, or undefined if nothing is known about it. */
    lastNoteOf: (conversationId: string): number | undefined =>
      later(known.get().get(conversationId)?.noteSeq, notes.lastOf(conversationId)),
    /** Returns the last known `seq` of a conversation's events, or undefined if nothing is known about it. */
    lastEventOf: (conversationId: string): number | undefined => known.get().get(conversationId)?.eventSeq,
    onEvent: (event: WireEvent) => {
      const received = event as OwnerLiveEvent;
      take(received);
      for (const listener of listeners) listener(received);
    },
    /** Calls the listener after each event is applied. Returns a function that removes it. */
    listen: (listener: (event: OwnerLiveEvent) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Adds a message that the API has just stored. */
    receiveMessage: messages.receive,
    /** Calls the listener with each message once it's known to be stored. */
    onMessage: messages.listen,
    /** Adds a note that the API has just stored, or named as newer. */
    receiveNote: notes.receive,
    /** Calls the listener with each note once it's known to be stored. */
    onNote: notes.listen,
    /** How often events may have been missed so far. Data fetched before the last time may be outdated. */
    timesMissed: () => missed,
    /** How often everything missed has been fetched. */
    caughtUp: caughtUp as Readable<{ times: number }>,
    /** Registers a fetch to repeat whenever events may have been missed. It returns whether it succeeded. */
    onResync: (ask: () => Promise<boolean>) => {
      askers.add(ask);
      return () => void askers.delete(ask);
    },
    resync: async (): Promise<boolean> => {
      missed += 1;
      const worked = await Promise.all([...askers].map((ask) => ask()));
      if (!worked.every(Boolean)) return false;
      caughtUp.set({ times: caughtUp.get().times + 1 });
      return true;
    },
  };
}

const later = (listed: number | undefined, received: number | undefined): number | undefined =>
  listed === undefined && received === undefined ? undefined : Math.max(listed ?? 0, received ?? 0);

export type LiveInbox = ReturnType<typeof createLiveInbox>;

/** Notes how far the messages or notes of each conversation go, and passes each on as it arrives. */
function createArrivals<T extends { conversationId: string; seq: number }>() {
  const last = new Map<string, number>();
  const listeners = new Set<(one: T) => void>();
  return {
    lastOf: (conversationId: string) => last.get(conversationId),
    receive: (one: T) => {
      const { conversationId, seq } = one;
      last.set(conversationId, Math.max(seq, last.get(conversationId) ?? 0));
      for (const listener of listeners) listener(one);
    },
    listen: (listener: (one: T) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Tracks read positions that are being sent to the server, by conversation, and which open conversations stay unread because
 * they were marked so: the page that still arrives, or a slow way back to the list, must not mark them read.
 */
function createPendingReads() {
  const pending = new Map<string, Promise<unknown>>();
  const kept = new Set<string>();
  return {
    keepUnread: (conversationId: string) => void kept.add(conversationId),
    isKeptUnread: (conversationId: string) => kept.has(conversationId),
    /** Lets conversations be marked read again, except for the one that's shown: they were left. */
    release: (shownId: string | undefined) => {
      for (const id of kept) if (id !== shownId) kept.delete(id);
    },
    note: (conversationId: string, request: Promise<unknown>) => {
      pending.set(conversationId, request);
      void request.finally(() => pending.get(conversationId) === request && pending.delete(conversationId));
    },
    /** Resolves once none is being sent. */
    settled: async (conversationId: string): Promise<void> => {
      await pending.get(conversationId);
    },
  };
}

/** Tracks how far the visitor of each conversation has read. Positions only grow. */
function createSeenPositions() {
  const positions = new Map<string, number>();
  const listeners = new Set<() => void>();
  return {
    get: (conversationId: string) => positions.get(conversationId) ?? 0,
    note: (conversationId: string, seq: number) => {
      if (seq <= (positions.get(conversationId) ?? 0)) return;
      positions.set(conversationId, seq);
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
