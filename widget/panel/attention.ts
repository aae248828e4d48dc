import { createRetryLoop } from "#client/retry-loop.ts";
import type { Readable } from "#client/store.ts";
import type { ChatState } from "./chat-state.ts";
import type { Chime } from "./chime.ts";
import type { Host } from "./host.ts";
import type { Session } from "./session.ts";
import type { ShownConversation } from "./shown-conversation.ts";

const HOLD_MS = 5000;

type Options = {
  siteKey: string;
  store: Readable<ChatState>;
  shown: ShownConversation;
  session: Session;
  host: Pick<Host, "sendUnread" | "sendMessage">;
  locks: LockManager | undefined;
  chime: Chime;
};

/** Draws the visitor's attention to new messages, and marks those in view as read. */
export function createAttention({ siteKey, store, shown, session, host, locks, chime }: Options) {
  let known: ChatState["conversation"];
  let sent: number | undefined;
  // Up to which `seq` it was rung for, and which message has to arrive to know whether a person wrote it.
  let rung = 0;
  let awaited = 0;
  // Up to which `seq` the conversation was in view, and is marked as read.
  let seen = 0;
  let marked = 0;

  const isInView = () => store.get().isOpen && document.visibilityState === "visible";

  // Messages that were in view count as read, even if the panel is closed before the server knows.
  const marker = createRetryLoop(async () => {
    const { conversation } = store.get();
    if (!conversation?.unreadCount || !seen) return true;
    // The other unread messages are still loading, or weren't in view.
    if (seen === marked && conversation.lastSeq > seen) return true;
    const { id } = conversation;
    const seq = seen;
    const result = await session.call({ path: `/public/conversations/${id}/read`, body: { seq } });
    if (result.ok && store.get().conversation?.id === id) {
      marked = seq;
      noteReadTo(store, shown, seq);
    }
    return result.ok || result.problem.status === 404;
  });

  const ring = (id: string, lastSeq: number) => {
    host.sendMessage();
    const isQuiet = isInView();
    if (!isQuiet && (store.get().isMuted || !chime.canSound())) return;
    // The tab that shows the message takes the lock too, so that the others stay silent.
    void runInFirstTab(locks, `site-inbox:${siteKey}:${id}:${lastSeq}`, () => {
      if (!isQuiet) chime.sound();
    });
  };

  const look = () => {
    const { conversation, messages } = store.get();
    const unread = conversation?.unreadCount ?? 0;
    const before = known;
    known = conversation;
    if (conversation?.id !== before?.id) rung = awaited = seen = marked = 0;
    if (isInView()) seen = messages.at(-1)?.seq ?? 0;
    const toSend = isInView() ? 0 : unread;
    if (toSend !== sent) host.sendUnread(toSend);
    sent = toSend;
    // An outdated response may count a message as unread again.
    if (conversation && conversation.id === before?.id && unread > before.unreadCount && conversation.lastSeq > rung) {
      rung = awaited = conversation.lastSeq;
    }
    const newest = messages.at(-1);
    if (conversation && awaited && newest && newest.seq >= awaited) {
      awaited = 0;
      if (!newest.automatic) ring(conversation.id, rung);
    }
    if (unread > 0 && isInView()) void marker.request();
  };

  let unsubscribe = () => {};
  return {
    look,
    start: () => {
      unsubscribe = store.subscribe(look);
      look();
    },
    stop: () => unsubscribe(),
  };
}

/** Runs in one tab of this browser only, whichever is first: eight tabs shouldn't chime eight times. */
async function runInFirstTab(locks: LockManager | undefined, name: string, run: () => void): Promise<void> {
  if (!locks) return run();
  try {
    await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      run();
      await new Promise<void>((resolve) => {
        const end = () => {
          removeEventListener("beforeunload", end);
          resolve();
        };
        setTimeout(end, HOLD_MS);
        // Firefox brings no page back that holds a lock.
        addEventListener("beforeunload", end);
      });
    });
  } catch {
    run();
  }
}

/** Recounts the unread messages after the visitor has read up to a `seq`. */
export function noteReadTo(store: Readable<ChatState>, shown: ShownConversation, seq: number): void {
  const { conversation, messages } = store.get();
  if (!conversation) return;
  const unread = messages.filter((one) => one.senderType === "owner" && one.seq > seq).length;
  // What hasn't arrived here hasn't been read either.
  const unseen = Math.max(0, conversation.lastSeq - (messages.at(-1)?.seq ?? 0));
  shown.note({ ...conversation, unreadCount: unread + Math.min(unseen, conversation.unreadCount) });
}
