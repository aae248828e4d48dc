import { createStore } from "#client/store.ts";
import { callApi } from "#components/api/call-api.ts";
import { scheduledCopy } from "#components/catalogs/scheduled.tsx";
import type { MessageJson } from "#lib/desk/messages/schema.ts";
import type { ScheduledReplyJson } from "#lib/desk/scheduled-replies/schema.ts";
import type { LiveInbox } from "./live-inbox.ts";

type Replies = readonly ScheduledReplyJson[];

const NONE: Replies = [];
const pathOf = (conversationId: string, id?: string) =>
  `/conversations/${conversationId}/scheduled-replies${id === undefined ? "" : `/${id}`}`;

/** What this tab knows of replies that are sent later. What was taken back waits in `back` for its box. */
export function createScheduledReplies(inbox: LiveInbox, userId: string) {
  const known = createKnown(inbox);
  const back = createStore<{ replies: Replies }>({ replies: NONE });

  /** Takes a reply back, and puts it into its box unless it's to be discarded. Returns an error message, or undefined. */
  const takeBack = async (
    { conversationId, id }: ScheduledReplyJson,
    isDiscarded = false,
  ): Promise<string | undefined> => {
    const path = pathOf(conversationId, id);
    const result = await callApi<{ scheduledReply: ScheduledReplyJson }>(path, { method: "DELETE" });
    if (!result.ok) {
      const { code, words } = result.problem;
      if (code === "conflict" || code === "not_found") void known.load(conversationId);
      return code === "conflict" ? scheduledCopy.alreadySent : words;
    }
    known.remove(conversationId, id);
    if (!isDiscarded) back.set({ replies: [...back.get().replies, result.value.scheduledReply] });
    return undefined;
  };

  return {
    ...known,
    back,
    takeBack,
    /** Removes those of a conversation from `back`, and returns them. */
    takeBrought: (conversationId: string): Replies => {
      const { replies } = back.get();
      const own = replies.filter((reply) => reply.conversationId === conversationId);
      if (own.length > 0) back.set({ replies: replies.filter((reply) => !own.includes(reply)) });
      return own;
    },
    /** Takes back the person's replies that would close a conversation. Returns whether that keeps it open. */
    keepOpen: async (conversationId: string): Promise<boolean> => {
      const closing = known
        .of(conversationId)
        .filter(({ close, state, userId: writer }) => close && state !== "sent" && writer === userId);
      const problems = await Promise.all(closing.map((reply) => takeBack(reply)));
      return closing.length > 0 && problems.every((problem) => problem === undefined);
    },
    /** Sends a reply now, whatever was written meanwhile. Returns an error message, or undefined. */
    sendNow: async ({ conversationId, id }: ScheduledReplyJson): Promise<string | undefined> => {
      const result = await callApi<{ message: MessageJson }>(`${pathOf(conversationId, id)}/send`, { method: "POST" });
      if (result.ok) inbox.receiveMessage(result.value.message);
      else void known.load(conversationId);
      return result.ok ? undefined : result.problem.words;
    },
  };
}

export type ScheduledReplies = ReturnType<typeof createScheduledReplies>;

/** The replies of the conversations that were shown, kept current by the stream. */
function createKnown(inbox: LiveInbox) {
  const store = createStore<{ by: ReadonlyMap<string, Replies> }>({ by: new Map() });
  // Conversations that weren't shown when theirs changed. What their page brings may be older.
  const changed = new Set<string>();
  const shown = new Set<string>();

  const isKnown = (conversationId: string) => store.get().by.has(conversationId);
  const of = (conversationId: string) => store.get().by.get(conversationId) ?? NONE;
  const set = (conversationId: string, replies: Replies) =>
    store.set({ by: new Map(store.get().by).set(conversationId, replies) });
  const remove = (conversationId: string, id: string) => {
    const others = of(conversationId).filter((reply) => reply.id !== id);
    if (others.length < of(conversationId).length) set(conversationId, others);
  };
  const load = async (conversationId: string): Promise<boolean> => {
    const path = pathOf(conversationId);
    const result = await callApi<{ scheduledReplies: ScheduledReplyJson[] }>(path);
    if (result.ok) set(conversationId, result.value.scheduledReplies);
    return result.ok || result.problem.code === "not_found";
  };

  inbox.onMessage(({ id, conversationId }) => {
    // What's said of its refused actions stays.
    if (of(conversationId).some((reply) => reply.id === id && !reply.refused)) remove(conversationId, id);
  });
  inbox.listen(({ type, data }) => {
    if (type !== "scheduled_replies.updated") return;
    const { conversationId } = data;
    if (isKnown(conversationId)) void load(conversationId);
    else changed.add(conversationId);
  });
  inbox.onResync(async () => (await Promise.all([...store.get().by.keys()].map(load))).every(Boolean));

  return {
    known: store,
    of,
    load,
    remove,
    /** Adds one that the API has just stored, or removes one that's no longer to be sent. */
    receive: (reply: ScheduledReplyJson) => {
      const { id, conversationId, state, refused } = reply;
      if (state === "undone" || (state === "sent" && !refused)) return remove(conversationId, id);
      const others = of(conversationId).filter((other) => other.id !== id);
      set(
        conversationId,
        [...others, reply].sort((one, other) => (one.sendAt < other.sendAt ? -1 : 1)),
      );
    },
    /** Uses what a conversation's page brings, unless it's known better here. */
    learn: (conversationId: string, brought: Replies | undefined) => {
      const isFirst = !shown.has(conversationId);
      shown.add(conversationId);
      if (brought === undefined || changed.delete(conversationId)) void load(conversationId);
      else if (!isKnown(conversationId)) set(conversationId, brought);
      else if (isFirst) void load(conversationId);
    },
  };
}
