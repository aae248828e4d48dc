import type { LiveConnection } from "#client/live-connection.ts";
import type { Store } from "#client/store.ts";
import { TYPING_EVERY_MS, TYPING_SHOWN_MS } from "#client/typing.ts";
import type { Challenge } from "#platform/challenge.ts";
import type { ApiResult } from "./api.ts";
import { createAttention } from "./attention.ts";
import type { ChatState } from "./chat-state.ts";
import { createChime } from "./chime.ts";
import { type ConnectionOptions, createConnection } from "./connection.ts";
import type { Host } from "./host.ts";
import { createRefresh } from "./refresh.ts";
import type { ShownConversation } from "./shown-conversation.ts";
import { createVisitorEvents } from "./visitor-events.ts";

export type FollowingOptions = Omit<ConnectionOptions, "onEvent" | "resync" | "isCurrent"> & {
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
  const { refresh, isCurrent } = createRefresh(options);
  const connection = createConnection({ ...options, onEvent, resync: refresh, isCurrent });
  const attention = createAttention({ ...options, chime: createChime() });
  const sayTyping = createTypingSender((id) => {
    void session.call({ path: `/public/conversations/${id}/typing`, method: "POST" });
  });
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
      const { conversation } = store.get();
      if (conversation) sayTyping(conversation.id);
    },
  };
}

declare global {
  /** The path of the chunk that solves challenges, inserted by the build. */
  const PROOF_PATH: string;
}

/** Repeats a request with a proof. Throws if that's rejected too, or the challenge can't be solved. */
export async function prove<T>(
  challenge: Challenge,
  again: (proof: object) => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  // Browsers remember a module that failed to load, so each attempt has its own URL.
  const { solve }: typeof import("./proof.ts") = await import(`${PROOF_PATH}?${Math.random()}`);
  const result = await again(await solve(challenge));
  if (!result.ok && result.problem.challenge) throw new Error("the proof was rejected");
  return result;
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
