import { createOutbox, type Delivery, type Outbox } from "#client/outbox.ts";
import type { SendProblem } from "#client/send-problem.ts";
import type { Storage } from "#client/storage.ts";
import { keepUnsent, readUnsent, type Unsent } from "#client/unsent.ts";
import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { type ApiProblem, newerOf } from "#components/api/problem.ts";
import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import { showToast } from "#components/ui/toast.tsx";
import type { MessageJson, RefusedAction } from "#lib/desk/messages/schema.ts";
import type { NoteJson } from "#lib/desk/notes/schema.ts";
import type { ScheduledReplyJson } from "#lib/desk/scheduled-replies/schema.ts";
import type { LiveInbox } from "./live-inbox.ts";
import type { ScheduledReplies } from "./scheduled-replies.ts";

type Stored =
  | { message: MessageJson; refused?: RefusedAction[] }
  | { note: NoteJson }
  | { scheduledReply: ScheduledReplyJson };

async function send(workspaceId: string, unsent: Unsent): Promise<ApiResult<Stored>> {
  const result = await sendTo(workspaceId, unsent);
  const { to, holdSeconds, sendAt } = unsent;
  const isLater = holdSeconds !== undefined || sendAt !== undefined;
  if (result.ok || result.problem.status !== 404 || !isLater) return result;
  // During an update, a process of the version before may get it, which doesn't know the route. It can store a reply without actions,
  // which is sent at once then. Others wait for the new version.
  if (sendAt === undefined && !unsent.replyActions) {
    const { holdSeconds: _, ...direct } = unsent;
    return sendTo(workspaceId, direct);
  }
  const headers = { "Workspace-Id": workspaceId };
  const conversation = await callApi(`/conversations/${to}`, { headers });
  return conversation.ok ? { ok: false, problem: { ...result.problem, status: 503, code: "unavailable" } } : result;
}

function sendTo(workspaceId: string, unsent: Unsent): Promise<ApiResult<Stored>> {
  const { key, to, body, files, kind, close, replyActions: actions, mentions, seenSeq, seenNote } = unsent;
  const { holdSeconds, sendAt } = unsent;
  const time = { ...(holdSeconds !== undefined && { holdSeconds }), ...(sendAt !== undefined && { sendAt }) };
  const isLater = Object.keys(time).length > 0;
  const path = `/conversations/${to}/${kind === "note" ? "notes" : isLater ? "scheduled-replies" : "messages"}`;
  const seen = { ...(seenSeq !== undefined && { seenSeq }), ...(seenNote !== undefined && { seenNote }) };
  const fields =
    kind === "note"
      ? { note: body, ...(mentions && { mentions }) }
      : { message: body, ...(files && { files }), ...(close && { close }), ...(actions && { actions }), ...time };
  const headers = { "Idempotency-Key": key, "Workspace-Id": workspaceId };
  return callApi(path, { method: "POST", body: { ...fields, ...seen }, headers });
}

function reportRefused(refused: readonly RefusedAction[] = []): void {
  if (refused.length > 0) showToast({ words: savedRepliesCopy.notDone(refused.map(({ action }) => action)) });
}

function receive(stored: Stored, { inbox, scheduled }: Pick<Options, "inbox" | "scheduled">): void {
  if ("note" in stored) inbox.receiveNote(stored.note);
  else if ("scheduledReply" in stored) scheduled.receive(stored.scheduledReply);
  else {
    reportRefused(stored.refused);
    inbox.receiveMessage(stored.message);
  }
}

const sendProblem = ({ status, code, retryAfter, fields, conversationId, newer }: ApiProblem): SendProblem => ({
  ...{ status, code, retryAfter, fields: Object.keys(fields) },
  ...(conversationId && { conversationId }),
  ...(newer && { newer: newerOf(newer) }),
});

type Options = {
  name: string;
  workspaceId: string;
  storage: Storage;
  inbox: LiveInbox;
  scheduled: ScheduledReplies;
};

/** Sends the owner's replies and notes, and keeps them in this browser until the server has stored them. */
export function createReplies({ name, workspaceId, storage, inbox, scheduled }: Options) {
  // The idempotency key of each sent message or note, by its id.
  const keys = new Map<string, string>();

  const deliver = async (unsent: Unsent): Promise<Delivery<Stored>> => {
    const result = await send(workspaceId, unsent);
    if (result.ok) return result;
    const { messages, notes } = result.problem.newer ?? { messages: [], notes: [] };
    // Without a stream, they'd only come with the next poll.
    for (const message of messages) inbox.receiveMessage(message);
    for (const note of notes) inbox.receiveNote(note);
    return { ok: false, problem: sendProblem(result.problem) };
  };

  const outbox: Outbox = createOutbox<Stored>({
    name: `site-inbox:${name}`,
    storage,
    locks: navigator.locks as LockManager | undefined,
    deliver,
    onSent: ({ key }, stored) => {
      for (const one of Object.values(stored)) if ("id" in one) keys.set(one.id, key);
      receive(stored, { inbox, scheduled });
    },
    // If nothing is known, no stored message may be mistaken for this one.
    lastSeq: (conversationId, kind) =>
      (kind === "note" ? inbox.lastNoteOf(conversationId) : inbox.lastSeqOf(conversationId)) ?? Number.MAX_SAFE_INTEGER,
    isOnline: () => navigator.onLine,
  });

  const gone = (key: string) =>
    new Promise<void>((resolve) => {
      const stop = outbox.state.subscribe(() => {
        if (outbox.state.get().unsent.some((message) => message.key === key)) return;
        stop();
        resolve();
      });
    });

  const isOnItsWay = (conversationId: string) =>
    navigator.onLine &&
    outbox.state
      .get()
      .unsent.some(
        ({ to, state, failures }) =>
          to === conversationId && (state === "sending" || (state === "waiting" && !failures)),
      );

  return {
    ...outbox,
    /** Waits until what's on its way to a conversation has been tried, so that a change comes after it. */
    settled: (conversationId: string) =>
      new Promise<void>((resolve) => {
        if (!isOnItsWay(conversationId)) return resolve();
        const stop = outbox.state.subscribe(() => {
          if (isOnItsWay(conversationId)) return;
          stop();
          resolve();
        });
      }),
    keyOf: (id: string) => keys.get(id),
    /** Sends a held reply whatever colleagues wrote, with the same key: it's stored once. */
    sendAnyway: (key: string) => {
      const held = readUnsent(storage).find((message) => message.key === key);
      if (!held) return;
      const { seenSeq: _, seenNote: __, ...message } = held;
      keepUnsent(storage, message);
      outbox.retry(key);
    },
    /**
     * Has unsent replies no longer close their conversation, and takes back those that would later. Returns whether that keeps it
     * open. If not, it may be closed by now: replies that have been tried are waited for, because the server may have stored them.
     */
    keepOpen: async (conversationId: string): Promise<boolean> => {
      const closing = readUnsent(storage).filter(({ to, close }) => to === conversationId && close);
      for (const { close: _, ...message } of closing) keepUnsent(storage, message);
      const tried = closing.filter(({ after }) => after !== undefined);
      await Promise.all(tried.map(({ key }) => gone(key)));
      if (closing.length > 0 && tried.length === 0) return true;
      return scheduled.keepOpen(conversationId);
    },
  };
}

export type Replies = ReturnType<typeof createReplies>;
