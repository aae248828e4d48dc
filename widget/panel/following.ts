import type { LiveConnection } from "#client/live-connection.ts";
import type { BrowserStorage } from "#client/storage.ts";
import type { Store } from "#client/store.ts";
import { TYPING_EVERY_MS, TYPING_SHOWN_MS } from "#client/typing.ts";
import { createAttention } from "./attention.ts";
import { createAttributes } from "./attributes.ts";
import type { ChatState } from "./chat-state.ts";
import { createChime } from "./chime.ts";
import { type ConnectionOptions, createConnection } from "./connection.ts";
import type { Host } from "./host.ts";
import type { ShownConversation } from "./shown-conversation.ts";
import { createVisitorEvents } from "./visitor-events.ts";
import { createVisits } from "./visits.ts";

/*
 * The build makes this a chunk of its own, loaded with the conversation's. It shares no module with other chunks, so
 * anything with state is passed in.
 */

/** A page that is still there by then stays: the link was a download, or opened another program. */
const STAYS_AFTER_MS = 2000;

export type FollowingOptions = Omit<ConnectionOptions, "onEvent"> & {
  store: Store<ChatState>;
  shown: ShownConversation;
  host: Host;
  storage: BrowserStorage;
};

export type Following = LiveConnection & {
  /** The visitor is typing. */
  sayTyping: () => void;
};

/** Shows what happens in a visitor's conversation live, and draws their attention to it. */
export function followConversation(options: FollowingOptions): Following {
  const { store, shown, session } = options;
  const typingSign = createTypingSign((isOwnerTyping) => store.set({ isOwnerTyping }));
  const onEvent = createVisitorEvents({ store, shown, onReply: typingSign.end, onTyping: typingSign.begin });
  const connection = createConnection({ ...options, onEvent });
  const attention = createAttention({ ...options, chime: createChime() });
  const sayTyping = createTypingSender((id) => {
    void session.call({ path: `/public/conversations/${id}/typing`, method: "POST" });
  });
  const visits = createVisits(options);
  const attributes = createAttributes(options);
  // Firefox decides before `pagehide` whether it can bring a page back, and with an open request or a lock it can't.
  let staying: ReturnType<typeof setTimeout> | undefined;
  const onBeforeUnload = () => {
    connection.stop();
    clearTimeout(staying);
    staying = setTimeout(connection.start, STAYS_AFTER_MS);
  };
  return {
    ...connection,
    start: () => {
      attention.start();
      connection.start();
      visits.start();
      attributes.start();
      addEventListener("beforeunload", onBeforeUnload);
    },
    stop: () => {
      removeEventListener("beforeunload", onBeforeUnload);
      clearTimeout(staying);
      visits.stop();
      attributes.stop();
      connection.stop();
      attention.stop();
    },
    wake: () => {
      connection.wake();
      attention.look();
    },
    // Before there's a conversation, no one can be notified, and that must not count as a notification.
    sayTyping: () => {
      const { conversation } = store.get();
      if (conversation) sayTyping(conversation.id);
    },
  };
}

/** Notifies the other side that the visitor is typing, often enough to keep the indicator on. */
function createTypingSender(send: (conversationId: string) => void) {
  let saidAt = -TYPING_EVERY_MS;
  return (conversationId: string) => {
    if (performance.now() - saidAt < TYPING_EVERY_MS) return;
    saidAt = performance.now();
    send(conversationId);
  };
}

/** Shows the typing indicator until no notification has arrived for a while. */
function createTypingSign(show: (isTyping: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    show(false);
  };
  return {
    begin: () => {
      clearTimeout(timer);
      timer = setTimeout(end, TYPING_SHOWN_MS);
      show(true);
    },
    end,
  };
}
