import type { LivePhase } from "#client/live-connection.ts";
import { createOutbox } from "#client/outbox.ts";
import { followPage } from "#client/page-events.ts";
import { createRetryLoop } from "#client/retry-loop.ts";
import { openStorage } from "#client/storage.ts";
import { createStore, type Readable } from "#client/store.ts";
import { isBlank } from "#platform/characters.ts";
import type { Identity } from "../bridge.ts";
import type { ChatState } from "./chat-state.ts";
import { type Contact, type ContactErrors, checkContact, contactFields } from "./contact.ts";
import { createCutOff } from "./cut-off.ts";
import { createDelivery, type Delivered } from "./delivery.ts";
import { createDrafts } from "./drafts.ts";
import { createFollower } from "./follower.ts";
import type { Host } from "./host.ts";
import { isFinal, wordsForOpening } from "./problem.ts";
import { createSession } from "./session.ts";
import { createShownConversation } from "./shown-conversation.ts";
import type { SiteLook } from "./site-look.ts";
import { say } from "./words.ts";

const TICK_MS = 30_000;

export type Chat = {
  store: Readable<ChatState>;
  /** Whether this browser stored anything on an earlier visit. */
  isReturning: boolean;
  open: () => void;
  /** Whether the visitor can see the panel. */
  setVisible: (isOpen: boolean) => void;
  loadOlder: () => void;
  write: (draft: string) => void;
  setContact: (contact: Contact) => void;
  wantContact: (isContactWanted: boolean) => void;
  setMuted: (isMuted: boolean) => void;
  /** Takes over what the page knows about its visitor. It's sent with the next message. */
  identify: (visitor: Identity) => void;
  /** Removes everything about the visitor from this browser. The frame can't be used afterwards. */
  forget: () => void;
  send: () => void;
  retry: (key: string) => void;
  edit: (key: string) => void;
};

/** The visitor's side of one site's chat: what is shown, and every action. */
export function createChat(siteKey: string, site: SiteLook, host: Host, { id, hash }: Identity = {}): Chat {
  const prefix = `site-inbox:${siteKey}:`;
  const everybodys = openStorage(prefix);
  // A verified person's data is stored apart from that of others who use this browser.
  const storage = hash ? openStorage(`${prefix}${JSON.stringify(id)}:`) : everybodys;
  // Pages on plain http have no locks.
  const locks: LockManager | undefined = navigator.locks;
  const isReturning = everybodys.names("").length > 0;
  const drafts = createDrafts(storage);
  const store = createStore<ChatState>({
    site,
    conversation: undefined,
    messages: [],
    keys: new Map(),
    unsent: [],
    loading: false,
    older: "none",
    ownerRead: 0,
    isOwnerTyping: false,
    isCutOff: false,
    isOnline: navigator.onLine,
    isOpen: false,
    now: new Date(),
    notice: undefined,
    draft: drafts.readText(),
    contact: drafts.readContact(),
    contactErrors: {},
    isContactWanted: false,
    isMuted: drafts.readMuted(),
  });
  let visitorId: string | undefined;
  let label: string | undefined;

  const session = createSession({
    siteKey,
    storage,
    locks,
    proof: { visitorId: hash && id, visitorHash: hash },
    onAnswer: (answer) => {
      if (!answer.ok) {
        const { problem } = answer;
        if (problem.code === "visitor_mismatch") return host.sendUnverified();
        return store.set({ notice: wordsForOpening(problem) });
      }
      const opened = answer.value;
      store.set({ site: opened.site, notice: undefined });
      // A draft started before the page identified the visitor is kept.
      const begun = hash && everybodys.get("draft");
      if (begun && !store.get().draft) {
        everybodys.remove("draft");
        write(begun);
      }
      if (opened.visitorId === visitorId) return;
      shown.clear();
      visitorId = opened.visitorId;
      follower.setVisitor(visitorId);
      if (opened.conversation) shown.show(opened.conversation);
    },
  });
  const cutOff = createCutOff((isCutOff) => store.set({ isCutOff }));
  const shown = createShownConversation(store, session);
  const follower = createFollower({
    siteKey,
    session,
    locks,
    store,
    shown,
    host,
    onPhase: (phase: LivePhase) => {
      cutOff.setPhase(phase);
      if (phase === "live") outbox.wake();
    },
  });

  // A visitor who has never sent a message gets no events, so nothing is loaded for them.
  let hasStarted = false;
  const noteStarted = () => {
    if (hasStarted || !(store.get().conversation || drafts.readStarted())) return;
    hasStarted = true;
    drafts.keepStarted();
    host.sendStarted();
    follower.begin();
  };
  store.subscribe(noteStarted);

  const enter = createRetryLoop(async () => {
    const opened = await session.open();
    cutOff.setPhase(opened.ok ? (follower.phase() ?? "polling") : "down");
    return opened.ok || isFinal(opened.problem);
  });

  const deliver = createDelivery({
    session,
    current: () => store.get().conversation,
    onOther: (id) => shown.show({ id, status: "open", lastSeq: 0, unreadCount: 0 }),
    onGone: (id) => store.get().conversation?.id === id && shown.clear(),
    pageUrl: host.pageUrl,
    about: () => ({ ...contactFields(store.get().contact), ...(label && { visitorId: label }) }),
  });

  const outbox = createOutbox<Delivered>({
    name: `site-inbox:${siteKey}`,
    storage,
    locks,
    isOnline: () => navigator.onLine,
    lastSeq: () => Math.max(store.get().conversation?.lastSeq ?? 0, store.get().messages.at(-1)?.seq ?? 0),
    deliver: async (message) => {
      const answer = await deliver(message);
      if (!answer.ok && answer.problem.status === 400) {
        store.set({ contactErrors: errorsOfFields(answer.problem.fields) });
      }
      return answer;
    },
    onSent: ({ key }, { conversationId, message }) => {
      const { conversation } = store.get();
      const isShown = conversation?.id === conversationId;
      const known = isShown ? conversation : { id: conversationId, lastSeq: message.seq, unreadCount: 0 };
      shown.note({ ...known, status: "open" });
      shown.apply(message, key);
      // It may be an older conversation, found again by the message's key.
      if (!isShown && message.seq > 1) follower.refresh();
    },
  });
  outbox.state.subscribe(() => {
    shown.setUnsent(outbox.state.get().unsent);
    // Another tab may have sent it, and nothing notifies this one.
    if (follower.phase() === "polling") follower.refresh();
  });
  shown.setUnsent(outbox.state.get().unsent);

  const forget = () => {
    unfollow();
    follower.end();
    outbox.stop();
    enter.stop();
    storage.forget();
    everybodys.forget();
    host.sendForgotten(true);
  };

  storage.watch(() => {
    const stored = session.compareStored();
    if (stored === "none") return forget();
    if (stored === "other" && !store.get().conversation) {
      session.drop();
      void enter.request();
    }
    store.set({ isMuted: drafts.readMuted() });
    noteStarted();
  });

  const lookAround = () => {
    store.set({ isOnline: navigator.onLine, now: new Date() });
    cutOff.look();
  };
  for (const type of ["online", "offline"]) addEventListener(type, lookAround);
  setInterval(lookAround, TICK_MS);

  const unfollow = followPage({
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
      void enter.request();
    },
    rest: follower.rest,
  });

  const write = (draft: string) => {
    drafts.keepText(draft);
    store.set({ draft });
    if (!isBlank(draft)) follower.sayTyping();
  };

  const setContact = (contact: Contact) => {
    drafts.keepContact(contact);
    store.set({ contact });
  };

  return {
    store,
    isReturning,
    open: () => {
      noteStarted();
      const first = enter.request();
      void first.then(outbox.start);
    },
    setVisible: (isOpen) => store.set({ isOpen }),
    loadOlder: () => void shown.loadOlder(),
    write,
    setContact,
    wantContact: (isContactWanted) => store.set({ isContactWanted }),
    setMuted: (isMuted) => {
      drafts.keepMuted(isMuted);
      store.set({ isMuted });
    },
    identify: ({ id, hash, ...given }) => {
      label = id;
      // The same details again, on the next page, don't overwrite what the visitor typed over them.
      const isNews = drafts.keepGiven(given);
      if (isNews) setContact({ ...store.get().contact, ...given });
    },
    forget,
    send: () => {
      const { draft, contact } = store.get();
      const contactErrors = checkContact(contact);
      // They're sent with this message. An invalid one keeps the form open.
      store.set({ contactErrors, isContactWanted: false });
      if (Object.keys(contactErrors).length > 0) return;
      write("");
      outbox.add(draft);
    },
    retry: outbox.retry,
    edit: (key) => {
      const { draft } = store.get();
      const body = outbox.take(key);
      write(draft ? `${body}\n${draft}` : body);
    },
  };
}

function errorsOfFields(fields: readonly string[]): ContactErrors {
  return {
    ...(fields.includes("name") && { name: say("nameInvalid") }),
    ...(fields.includes("email") && { email: say("emailInvalid") }),
  };
}
