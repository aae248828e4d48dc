import type { LivePhase } from "#client/live-connection.ts";
import { createOutbox, type Outbox } from "#client/outbox.ts";
import { followPage } from "#client/page-events.ts";
import type { BrowserStorage } from "#client/storage.ts";
import type { Store } from "#client/store.ts";
import { createCalls } from "./calls.ts";
import type { ChatState } from "./chat-state.ts";
import { createDelivery, type Delivered, type DeliveryOptions } from "./delivery.ts";
import type { Drafts } from "./drafts.ts";
import { createEmailCard } from "./email-card.ts";
import { createFollower, type Follower } from "./follower.ts";
import type { Host } from "./host.ts";
import { createRefresh } from "./refresh.ts";
import { createReplyPreview } from "./reply-preview.ts";
import type { Entrance, Session, SessionResponse } from "./session.ts";
import { createShownConversation, type ShownConversation } from "./shown-conversation.ts";

/*
 * The build makes this a chunk of its own, loaded once a visitor has a conversation or starts to write. It shares no
 * module with the panel, so anything with state is passed in.
 */

export type ConversationOptions = Pick<DeliveryOptions, "about"> & {
  siteKey: string;
  entrance: Entrance;
  storage: BrowserStorage;
  locks: LockManager | undefined;
  store: Store<ChatState>;
  drafts: Drafts;
  host: Host;
  onPhase: (phase: LivePhase) => void;
  /** The server rejected these fields of a message. */
  onInvalid: (fields: readonly string[]) => void;
};

export type Conversation = Pick<Outbox, "start" | "add" | "retry" | "take"> &
  Pick<Follower, "phase" | "sayTyping"> & {
    /** Shows what the session belongs to, which may be another visitor than before. */
    enter: (opened: SessionResponse) => void;
    loadOlder: () => void;
    /** Stops for good. */
    end: () => void;
  };

/** The visitor's conversation: shows it, sends what they write, and follows it live. */
export function createConversation(options: ConversationOptions): Conversation {
  const { entrance, storage, store, drafts, host, onPhase } = options;
  // The other parts call with it too.
  const session = Object.assign(entrance, { call: createCalls(entrance) });
  let visitorId: string | undefined;
  let isEmailKnown = false;
  const card = createEmailCard({ ...options, session, isEmailKnown: () => isEmailKnown });
  const preview = createReplyPreview(options);
  const shown = createShownConversation(store, session);
  const { refresh, isCurrent } = createRefresh({ store, shown, session });
  const follower = createFollower({
    ...options,
    session,
    shown,
    resync: refresh,
    isCurrent,
    onPhase: (phase) => {
      onPhase(phase);
      if (phase === "live") outbox.wake();
    },
  });
  const outbox = createSending({ ...options, session }, shown, follower);

  // A visitor who has never sent a message gets no events, so nothing is loaded for them.
  let hasStarted = false;
  const noteStarted = () => {
    if (hasStarted || !(store.get().conversation || drafts.readStarted())) return;
    hasStarted = true;
    drafts.keepStarted();
    host.sendStarted();
    follower.begin();
  };
  const look = () => {
    const { conversation, pastId } = store.get();
    if (pastId && conversation?.status === "open") store.set({ pastId: undefined });
    noteStarted();
    void shown.renewLinks();
    card.look();
    preview.look();
  };
  const endings = [
    store.subscribe(look),
    storage.watch(look),
    card.stop,
    preview.stop,
    runWithPage(follower, outbox),
    follower.end,
    outbox.stop,
  ];
  noteStarted();

  return {
    ...outbox,
    phase: follower.phase,
    sayTyping: follower.sayTyping,
    enter: (opened) => {
      isEmailKnown = opened.emailKnown;
      if (opened.conversation?.status !== "open") host.sendIdle();
      if (opened.visitorId === visitorId) return;
      shown.clear();
      visitorId = opened.visitorId;
      follower.setVisitor(visitorId);
      const { conversation } = opened;
      // One with an unread reply is shown on every site, and goes on.
      if (conversation?.status === "closed" && conversation.unreadCount === 0) store.set({ pastId: conversation.id });
      if (conversation) shown.show(conversation);
    },
    loadOlder: () => void shown.loadOlder(),
    end: () => {
      for (const end of endings) end();
    },
  };
}

/** Follows the conversation live, and sends, while the page is there. Returns a function that stops it. */
function runWithPage(follower: Follower, outbox: Outbox): () => void {
  return followPage({
    start: () => {
      follower.start();
      outbox.start();
    },
    stop: () => {
      follower.stop();
      outbox.stop();
    },
    wake: () => {
      follower.wake();
      outbox.wake();
    },
    reconnect: () => {
      follower.reconnect();
      outbox.wake();
    },
    rest: follower.rest,
  });
}

/** Sends what the visitor writes, and shows it from the first moment on. */
function createSending(
  options: ConversationOptions & { session: Session },
  shown: ShownConversation,
  follower: Follower,
): Outbox {
  const { siteKey, session, storage, locks, store, drafts, host, about, onInvalid } = options;

  const deliver = createDelivery({
    session,
    current: () => store.get().conversation,
    isPast: (id) => store.get().pastId === id,
    onOther: (id) => shown.show({ id, status: "open", lastSeq: 0, unreadCount: 0 }),
    onGone: (id) => store.get().conversation?.id === id && shown.clear(),
    pageUrl: host.pageUrl,
    greeting: drafts.readGreeting,
    about,
  });

  const outbox = createOutbox<Delivered>({
    name: `site-inbox:${siteKey}`,
    storage,
    locks,
    isOnline: () => navigator.onLine,
    lastSeq: () => Math.max(store.get().conversation?.lastSeq ?? 0, store.get().messages.at(-1)?.seq ?? 0),
    deliver: async (message) => {
      const result = await deliver(message);
      if (!result.ok && result.problem.status === 400) onInvalid(result.problem.fields);
      return result;
    },
    onSent: ({ key }, { conversationId, message }) => {
      const { conversation } = store.get();
      const isShown = conversation?.id === conversationId;
      const greeting = drafts.readGreeting();
      const known = isShown
        ? conversation
        : { id: conversationId, lastSeq: message.seq, unreadCount: 0, ...(greeting && { greeting }) };
      drafts.keepGreeting("");
      store.set({ greeting: undefined });
      shown.note({ ...known, status: "open" });
      shown.apply(message, key);
      // It may be an older conversation, found again by the message's key.
      if (!isShown && message.seq > 1) follower.refresh();
    },
  });
  const showUnsent = () => shown.setUnsent(outbox.state.get().unsent);
  outbox.state.subscribe(() => {
    showUnsent();
    // Another tab may have sent it, and nothing notifies this one.
    if (follower.phase() === "polling") follower.refresh();
  });
  showUnsent();
  return outbox;
}
