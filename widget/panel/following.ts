import type { LiveConnection } from "#client/live-connection.ts";
import type { Store } from "#client/store.ts";
import { createAttention } from "./attention.ts";
import type { ChatState } from "./chat-state.ts";
import { createChime } from "./chime.ts";
import { type ConnectionOptions, createConnection } from "./connection.ts";
import type { Host } from "./host.ts";
import { createRefresh } from "./refresh.ts";
import type { ShownConversation } from "./shown-conversation.ts";
import { createTypingSender } from "./typing-sender.ts";
import { createTypingSign } from "./typing-sign.ts";
import { createVisitorEvents } from "./visitor-events.ts";

export type FollowingOptions = Omit<ConnectionOptions, "onEvent" | "resync"> & {
  store: Store<ChatState>;
  shown: ShownConversation;
  host: Host;
};

export type Following = LiveConnection & {
  /** Fetches what may have been missed. */
  refresh: () => Promise<boolean>;
  /** The visitor is typing. */
  sayTyping: () => void;
};

export { prove } from "./prove.ts";

/*
 * The build makes this a chunk of its own, loaded once a visitor has a conversation or starts one. It shares no
 * module with the panel, so anything with state is passed in.
 */

/** A page that is still there by then stays: the link was a download, or opened another program. */
const STAYS_AFTER_MS = 2000;

/** Shows what happens in a visitor's conversation live, and draws their attention to it. */
export function followConversation(options: FollowingOptions): Following {
  const { store, shown, session } = options;
  const typingSign = createTypingSign((isOwnerTyping) => store.set({ isOwnerTyping }));
  const onEvent = createVisitorEvents({ store, shown, onReply: typingSign.end, onTyping: typingSign.begin });
  const refresh = createRefresh(options);
  const connection = createConnection({ ...options, onEvent, resync: refresh });
  const attention = createAttention({ ...options, chime: createChime() });
  const sayTyping = createTypingSender(() => {
    const { conversation } = store.get();
    if (conversation) void session.call({ path: `/public/conversations/${conversation.id}/typing`, method: "POST" });
  });
  // Firefox decides before `pagehide` whether it can bring a page back, and with an open request or a lock it can't.
  let staying: ReturnType<typeof setTimeout> | undefined;
  const onBeforeUnload = () => {
    connection.stop();
    staying = setTimeout(connection.start, STAYS_AFTER_MS);
  };
  return {
    ...connection,
    start: () => {
      attention.start();
      connection.start();
      addEventListener("beforeunload", onBeforeUnload);
    },
    stop: () => {
      removeEventListener("beforeunload", onBeforeUnload);
      clearTimeout(staying);
      connection.stop();
      attention.stop();
    },
    wake: () => {
      connection.wake();
      attention.look();
    },
    refresh,
    // Before there's a conversation, no one can be notified, and that must not count as a notification.
    sayTyping: () => {
      if (store.get().conversation) sayTyping();
    },
  };
}
