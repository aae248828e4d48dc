import { createRetryLoop } from "#client/retry-loop.ts";
import { type BrowserStorage, openStorage } from "#client/storage.ts";
import { createStore, type Readable, type Store } from "#client/store.ts";
import { isBlank } from "#platform/characters.ts";
import type { Identity } from "../bridge.ts";
import type { ApiResult } from "./api.ts";
import { type ChatState, firstState } from "./chat-state.ts";
import type { Contact } from "./contact.ts";
import { createCutOff } from "./cut-off.ts";
import { createDrafts } from "./drafts.ts";
import type { Host } from "./host.ts";
import { createLateConversation } from "./late-conversation.ts";
import { createPartLoader } from "./load-part.ts";
import { isFinal, wordsForOpening } from "./problem.ts";
import { createSession, type SessionResponse } from "./session.ts";
import type { SiteLook } from "./site-look.ts";
import { createWriting } from "./writing.ts";

declare global {
  /** The path of the part that draws everything but plain messages, inserted by the build. */
  const DETAILS_PATH: string;
}

const TICK_MS = 30_000;
/** Texts that may contain a link or emoji. */
const FORMATTED = /:\/\/|\p{EPres}|\uFE0F/u;

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
  /** The visitor is about to open the form for their name and email. */
  prepareContact: () => void;
  wantContact: (isContactWanted: boolean) => void;
  setMuted: (isMuted: boolean) => void;
  identify: (visitor: Identity) => void;
  /** Removes everything about the visitor from this browser. The frame can't be used afterwards. */
  forget: () => void;
  send: () => void;
  /** Sends a text that the visitor has chosen, and keeps their draft. */
  ask: (question: string) => void;
  retry: (key: string) => void;
  edit: (key: string) => void;
};

/** The visitor's side of one site's chat: what is shown, and every action. */
export function createChat(siteKey: string, site: SiteLook, host: Host, { id, hash }: Identity = {}): Chat {
  const prefix = `site-inbox:${siteKey}:`;
  const sharedStorage = openStorage(prefix);
  // A verified person's data is stored apart from that of others who use this browser.
  const storage = hash ? openStorage(`${prefix}${JSON.stringify(id)}:`) : sharedStorage;
  // Pages on plain http have no locks.
  const locks: LockManager | undefined = navigator.locks;
  const isReturning = sharedStorage.names("").length > 0;
  const drafts = createDrafts(storage);
  const store = createStore(firstState(site, drafts));
  const writing = createWriting(store, drafts);
  const { setPhase, look } = createCutOff((isCutOff) => store.set({ isCutOff }));

  const entrance = createSession({
    siteKey,
    storage,
    locks,
    proof: { visitorId: hash && id, visitorHash: hash },
    onResult: (result) => {
      if (!result.ok) return showRefusal(result, store, host);
      store.set({ site: { ...site, ...result.value.site }, notice: undefined });
      if (hash) moveDraft(sharedStorage, store, writing.write);
      conversation.enter(result.value);
    },
  });
  const conversation = createLateConversation({
    siteKey,
    entrance,
    storage,
    locks,
    store,
    drafts,
    host,
    about: writing.about,
    onPhase: setPhase,
    onInvalid: writing.showInvalid,
    onLoad: () => details.begin(),
  });
  const details = createPartLoader<typeof import("./details.tsx")>(DETAILS_PATH, (part) =>
    store.set({ details: part }),
  );
  const { personName, replyMinutes, starterQuestions, welcomeMessage } = site;
  if (personName || replyMinutes || starterQuestions?.length || FORMATTED.test(welcomeMessage)) details.begin();

  const opening = createRetryLoop(async () => {
    const opened = await entrance.open();
    setPhase(opened.ok ? (conversation.phase() ?? "polling") : "down");
    return opened.ok || isFinal(opened.problem);
  });

  const send = () => {
    const text = writing.take();
    if (text !== undefined) conversation.add(text);
  };

  const forget = () => {
    conversation.end();
    details.stop();
    opening.stop();
    storage.forget();
    sharedStorage.forget();
    host.sendForgotten(true);
  };

  storage.watch(() => {
    const stored = entrance.compareStored();
    if (stored === "none") return forget();
    const { conversation: shown, loading } = store.get();
    if (stored === "other" && !shown && !loading) {
      entrance.drop();
      void opening.request();
    }
    store.set({ isMuted: drafts.readMuted() });
    conversation.look();
  });
  watchSurroundings(() => {
    store.set({ isOnline: navigator.onLine, now: new Date() });
    look();
    conversation.wake();
    details.wake();
    writing.wake();
  });
  addEventListener("online", () => void opening.request());

  return {
    store,
    isReturning,
    open: () => {
      conversation.look();
      void opening.request().then(conversation.start);
    },
    setVisible: (isOpen) => store.set({ isOpen }),
    loadOlder: conversation.loadOlder,
    write: (draft) => {
      writing.write(draft);
      if (!isBlank(draft)) conversation.sayTyping();
    },
    setContact: writing.setContact,
    prepareContact: writing.prepareContact,
    wantContact: writing.wantContact,
    setMuted: (isMuted) => {
      drafts.keepMuted(isMuted);
      store.set({ isMuted });
    },
    identify: writing.identify,
    forget,
    send,
    ask: (question) => {
      const { draft } = store.get();
      writing.write(question);
      send();
      if (!store.get().draft) writing.write(draft);
    },
    retry: conversation.retry,
    edit: (key) => writing.putBack(conversation.take(key)),
  };
}

/** Says why there's no chat. If the page's hash is wrong, the page is notified instead, and creates another frame. */
function showRefusal(
  { problem }: ApiResult<SessionResponse> & { ok: false },
  store: Store<ChatState>,
  host: Host,
): void {
  if (problem.code === "visitor_mismatch") host.sendUnverified();
  else store.set({ notice: wordsForOpening(problem) });
}

/** Keeps a draft that was started before the page identified its visitor. */
function moveDraft(from: BrowserStorage, store: Readable<ChatState>, write: (draft: string) => void): void {
  const begun = from.get("draft");
  if (!begun || store.get().draft) return;
  from.remove("draft");
  write(begun);
}

/** Calls back when the network comes or goes, the page is shown or hidden, and now and then. */
function watchSurroundings(onChange: () => void): void {
  for (const type of ["online", "offline", "visibilitychange"]) addEventListener(type, onChange);
  setInterval(onChange, TICK_MS);
}
