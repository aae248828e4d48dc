import { addUnsent, keepUnsent, readUnsent, takeUnsent } from "#client/unsent.ts";
import type { Conversation, ConversationOptions } from "./conversation.ts";
import { createPartLoader } from "./load-part.ts";
import { NO_RESPONSE } from "./problem.ts";
import type { SessionResponse } from "./session.ts";

declare global {
  /** The path of the part that shows, sends and follows messages, inserted by the build. */
  const CONVERSATION_PATH: string;
}

/** A first failure is made good in a moment (see problem.ts). */
const FAILURES_TO_SHOW = 2;

export type LateConversation = Conversation & {
  /** Loads it if the visitor has one, or has written something, be it in another tab. */
  look: () => void;
  /** The network or the visitor is back. */
  wake: () => void;
};

/**
 * The visitor's conversation, whose code loads once they have one or start to write. Until then their messages are
 * stored, and shown as waiting.
 */
export function createLateConversation(options: ConversationOptions & { onLoad: () => void }): LateConversation {
  const { storage, store, drafts, onPhase } = options;
  let conversation: Conversation | undefined;
  let opened: SessionResponse | undefined;
  let isSending = false;

  const showUnsent = () => store.set({ unsent: readUnsent(storage) });

  const join = ({ createConversation }: typeof import("./conversation.ts")) => {
    options.onLoad();
    onPhase("polling");
    conversation = createConversation(options);
    if (opened) conversation.enter(opened);
    if (isSending) conversation.start();
  };

  const noteFailure = async (tries: number) => {
    onPhase("down");
    const failures = Math.min(tries, FAILURES_TO_SHOW);
    for (const message of readUnsent(storage)) {
      if (message.state === "waiting") keepUnsent(storage, { ...message, problem: NO_RESPONSE, failures });
    }
    showUnsent();
    // After an update the file is gone for good. The new panel finds everything in the storage.
    if (tries > FAILURES_TO_SHOW && storage.isLasting() && (await fetch(CONVERSATION_PATH)).status === 404) {
      location.reload();
    }
  };

  const loader = createPartLoader(CONVERSATION_PATH, join, noteFailure);

  return {
    look: () => {
      if (conversation) return;
      showUnsent();
      if (drafts.readStarted() || store.get().unsent.length > 0) loader.begin();
    },
    wake: loader.wake,
    enter: (result) => {
      opened = result;
      if (conversation) return conversation.enter(result);
      store.set({ loading: result.conversation !== undefined });
      if (result.conversation) loader.begin();
    },
    start: () => {
      isSending = true;
      conversation?.start();
    },
    phase: () => conversation?.phase(),
    sayTyping: () => {
      loader.begin();
      conversation?.sayTyping();
    },
    add: (body, fields) => {
      if (conversation) return conversation.add(body, fields);
      addUnsent(storage, { body, ...fields });
      showUnsent();
      loader.load();
    },
    retry: (key) => (conversation ? conversation.retry(key) : loader.load()),
    take: (key) => {
      if (conversation) return conversation.take(key);
      const body = takeUnsent(storage, key);
      showUnsent();
      return body;
    },
    loadOlder: () => conversation?.loadOlder(),
    end: () => {
      loader.stop();
      conversation?.end();
    },
  };
}
