import { createOutbox, type Delivery, type Outbox } from "#client/outbox.ts";
import type { Storage } from "#client/storage.ts";
import { keepUnsent, readUnsent, type Unsent } from "#client/unsent.ts";
import { callApi } from "#components/api/call-api.ts";
import type { MessageJson } from "#lib/messages/schema.ts";
import type { LiveInbox } from "./live-inbox.ts";

async function deliver(workspaceId: string, { key, to, body, close }: Unsent): Promise<Delivery<MessageJson>> {
  const result = await callApi<{ message: MessageJson }>(`/conversations/${to}/messages`, {
    method: "POST",
    body: { message: body, ...(close && { close }) },
    headers: { "Idempotency-Key": key, "Workspace-Id": workspaceId },
  });
  if (result.ok) return { ok: true, value: result.value.message };
  const { status, code, retryAfter, fields, conversationId } = result.problem;
  const named = conversationId ? { conversationId } : {};
  return { ok: false, problem: { status, code, retryAfter, fields: Object.keys(fields), ...named } };
}

type Options = { name: string; workspaceId: string; storage: Storage; inbox: LiveInbox };

/** Sends the owner's replies, and keeps them in this browser until the server has stored them. */
export function createReplies({ name, workspaceId, storage, inbox }: Options) {
  // The idempotency key of each sent message, by message id.
  const keys = new Map<string, string>();
  const outbox: Outbox = createOutbox<MessageJson>({
    name: `site-inbox:${name}`,
    storage,
    locks: navigator.locks as LockManager | undefined,
    deliver: (message) => deliver(workspaceId, message),
    onSent: ({ key }, message) => {
      keys.set(message.id, key);
      inbox.receiveMessage(message);
    },
    // If nothing is known, no stored message may be mistaken for this one.
    lastSeq: (conversationId) => inbox.lastSeqOf(conversationId) ?? Number.MAX_SAFE_INTEGER,
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

  return {
    ...outbox,
    keyOf: (messageId: string) => keys.get(messageId),
    /**
     * Has unsent replies no longer close their conversation. Returns whether that keeps it open. If not, it may be
     * closed by now: replies that have been tried are waited for, because the server may have stored them.
     */
    keepOpen: async (conversationId: string): Promise<boolean> => {
      const closing = readUnsent(storage).filter(({ to, close }) => to === conversationId && close);
      for (const { close: _, ...message } of closing) keepUnsent(storage, message);
      const tried = closing.filter(({ after }) => after !== undefined);
      await Promise.all(tried.map(({ key }) => gone(key)));
      return closing.length > 0 && tried.length === 0;
    },
  };
}

export type Replies = ReturnType<typeof createReplies>;
