import { createRetryLoop } from "#client/retry-loop.ts";
import { type BrowserStorage, openStorage, readStored } from "#client/storage.ts";
import { createStore, type Readable } from "#client/store.ts";
import { moveUntried, type Unsent } from "#client/unsent.ts";
import { withLock } from "#client/with-lock.ts";
import { isBlank } from "#platform/characters.ts";
import type { Identity } from "../bridge.ts";
import { type ChatState, firstState } from "./chat-state.ts";
import type { Contact } from "./contact.ts";
import { createCutOff } from "./cut-off.ts";
import { createDrafts, DRAFT_FILES } from "./drafts.ts";
import type { Host } from "./host.ts";
import { createLateConversation } from "./late-conversation.ts";
import { createPartLoader } from "./load-part.ts";
import { MARKS } from "./marks.ts";
import { isFinal, wordsForOpening } from "./problem.ts";
import { createSession } from "./session.ts";
import type { SiteLook } from "./site-look.ts";
import { createWriting } from "./writing.ts";

declare global {
  /** The path of the part that draws everything but plain messages, inserted by the build. */
  const DETAILS_PATH: string;
}

const TICK_MS = 30_000;
const EMOJI = /\p{EPres}|\uFE0F/u;

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
  /** The visitor replies to this greeting. */
  greet: (greeting: string) => void;
  /** Removes everything about the visitor from this browser. The frame can't be used afterwards. */
  forget: () => void;
  send: () => void;
  /** Sends a text that the visitor has chosen, and keeps their draft. */
  ask: (question: string) => void;
  retry: (key: string) => void;
  edit: (key: string) => void;
};

/** The visitor's side of one site's chat: what is shown, and every action. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: connects the parts, which are in files of their own and need each other.
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
    language: siteInboxWords?.language,
    storage,
    locks,
    proof: { visitorId: hash && id, visitorHash: hash },
    onResult: (result) => {
      if (!result.ok) {
        const { problem } = result;
        if (problem.code !== "visitor_mismatch") return store.set({ notice: wordsForOpening(problem) });
        // The page creates another frame, for a visitor who isn't verified. It takes over what's written in this one.
        const handOver = () => moveWritten(storage, sharedStorage);
        store.subscribe(handOver);
        handOver();
        return host.sendUnverified();
      }
      const { now, emailKnown } = result.value;
      const skew = Date.parse(now) - Date.now();
      store.set({ site: { ...site, ...result.value.site, skew, emailKnown }, notice: undefined });
      // No tab may be sending these messages meanwhile.
      if (hash) void withLock({ locks, name: `${prefix}outbox` }, takeOver);
      conversation.enter(result.value);
    },
  });
  // Takes over the text written before the page identified its visitor.
  const takeOver = async () => {
    const moved = moveWritten(sharedStorage, storage);
    store.set({ draft: drafts.readText() });
    conversation.look();
    for (const { key } of moved) conversation.retry(key);
  };
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
  // A translator may have been here before the part that follows it.
  const changes: MutationRecord[] = [];
  let note = (records: MutationRecord[]): unknown => changes.push(...records);
  new MutationObserver((records) => note(records)).observe(document, { childList: true, subtree: true });
  const details = createPartLoader<typeof import("./details.tsx")>(DETAILS_PATH, (part) => {
    const redraw = () => store.set({ details: { ...part } });
    note = part.begin(
      { redraw, site: () => store.get().site, entrance, storage, read: readStored },
      changes,
      createPartLoader,
    );
    store.set({ details: part });
  });
  const { hasPresence, starterQuestions, welcomeMessage } = site;
  const isPlain = !MARKS.test(welcomeMessage) && !EMOJI.test(welcomeMessage);
  if (hasPresence || starterQuestions?.length || !isPlain || storage.get(DRAFT_FILES)) details.begin();

  // A visitor who reaches into the panel may want to attach a file first.
  for (const type of ["pointerover", "keydown"]) addEventListener(type, details.begin);

  const opening = createRetryLoop(async () => {
    const opened = await entrance.open();
    setPhase(opened.ok ? (conversation.phase() ?? "polling") : "down");
    return opened.ok || isFinal(opened.problem);
  });

  const send = () => {
    const text = writing.take();
    if (text !== undefined) conversation.add(text, store.get().details?.takeFiles(text));
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
    greet: (greeting) => {
      drafts.keepGreeting(greeting);
      store.set({ greeting });
    },
    forget,
    send,
    ask: (question) => {
      const { draft } = store.get();
      writing.write(question);
      send();
      if (!store.get().draft) writing.write(draft);
    },
    retry: conversation.retry,
    edit: (key) => store.get().details?.edit(key, store.get().unsent, conversation.take, writing.putBack),
  };
}

/** Moves the draft and unsent messages from before the visitor was known. A message that was tried stays where it is. */
function moveWritten(from: BrowserStorage, to: BrowserStorage): Unsent[] {
  const begun = from.get("draft");
  if (begun && !to.get("draft")) {
    to.set("draft", begun);
    from.remove("draft");
  }
  return moveUntried(from, to);
}

/** Calls back when the network comes or goes, the page is shown or hidden, and now and then. */
function watchSurroundings(onChange: () => void): void {
  for (const type of ["online", "offline", "visibilitychange"]) addEventListener(type, onChange);
  setInterval(onChange, TICK_MS);
}
