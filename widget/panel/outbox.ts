import type { Answer } from "./api.ts";
import type { ChatState } from "./chat-state.ts";
import type { Drafts } from "./drafts.ts";
import type { History } from "./history.ts";
import { type Message, nextToSend, type UnsentMessage } from "./message.ts";
import { judgeSend, type Problem } from "./problem.ts";
import type { Store } from "./store.ts";
import { say } from "./words.ts";

export type Deliver = (message: UnsentMessage) => Promise<Answer<{ conversationId: string; message: Message }>>;

/** Sends messages one at a time in the order they were written, and keeps each until the server has it. */
export function createOutbox(store: Store<ChatState>, drafts: Drafts, history: History, deliver: Deliver) {
  let isRunning = false;
  let pausedUntil = 0;

  const change = (key: string, update: Partial<UnsentMessage>) =>
    store.set({ unsent: store.get().unsent.map((one) => (one.key === key ? { ...one, ...update } : one)) });

  const drop = (key: string) => {
    drafts.dropUnsent(key);
    store.set({ unsent: store.get().unsent.filter((one) => one.key !== key) });
  };

  const add = (body: string) => {
    const message: UnsentMessage = { key: newKey(), body, createdAt: new Date().toISOString(), state: "waiting" };
    drafts.keepUnsent(message);
    // Writing on is reason enough to try again what failed before it.
    store.set({ unsent: [...store.get().unsent.map((one) => (one.state === "failed" ? again(one) : one)), message] });
    void run();
  };

  const retry = (key: string) => {
    store.set({
      unsent: store.get().unsent.map((one) => (one.key === key || one.state === "failed" ? again(one) : one)),
    });
    void run();
  };

  /** Takes a message out to be edited. */
  const take = (key: string): string => {
    const body = store.get().unsent.find((one) => one.key === key)?.body ?? "";
    drop(key);
    void run();
    return body;
  };

  const run = async () => {
    if (isRunning || Date.now() < pausedUntil) return;
    isRunning = true;
    try {
      for (let next = nextToSend(store.get().unsent); next; next = nextToSend(store.get().unsent)) {
        if (!navigator.onLine) return change(next.key, { why: say("sendOffline") });
        change(next.key, { state: "sending", why: "" });
        const answer = await deliver(next);
        if (!answer.ok && keep(next, answer.problem) === "later") return;
        if (!answer.ok) continue;
        // Both before the next drawing, so that the bubble changes instead of being there twice.
        const shown = history.addSent(answer.value.conversationId, answer.value.message, next.key);
        drop(next.key);
        await shown;
      }
    } finally {
      isRunning = false;
    }
  };

  const keep = ({ key }: UnsentMessage, problem: Problem) => {
    const { next, words } = judgeSend(problem);
    if (next === "edit") change(key, { state: "rejected", why: words });
    if (next === "retry") change(key, { state: "failed", why: words });
    if (next === "later") {
      change(key, { state: "waiting", why: words });
      pausedUntil = Date.now() + problem.retryAfter * 1000;
      setTimeout(run, problem.retryAfter * 1000);
    }
    if (problem.status === 400) {
      store.set({
        contactErrors: {
          ...(problem.fields.includes("name") && { name: say("nameInvalid") }),
          ...(problem.fields.includes("email") && { email: say("emailInvalid") }),
        },
      });
    }
    return next;
  };

  addEventListener("online", () => void run());

  return { add, retry, take };
}

function again(message: UnsentMessage): UnsentMessage {
  return { ...message, state: "waiting", why: "" };
}

/** Not crypto.randomUUID, which plain http addresses do not have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
