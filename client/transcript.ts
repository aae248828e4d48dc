import type { Clock } from "./clock.ts";
import { createRetryLoop } from "./retry-loop.ts";
import { createStore, type Readable } from "./store.ts";

/** `deletedCount`: how many of all the messages had been deleted when it was read. */
export type Page<M> = { messages: readonly M[]; hasMore: boolean; deletedCount?: number };

/** Selects messages: at most `limit` after or before a `seq`, or the newest. */
export type PageQuery = { after?: number; before?: number; limit: number };

export type TranscriptState<M> = {
  /** Without gaps, ordered by `seq`. */
  messages: readonly M[];
  /** The state of the messages before the first one. */
  earlier: "none" | "some" | "loading" | "failed";
  /** The first page is loaded, or there's nothing to load. */
  isLoaded: boolean;
  /** The conversation no longer exists. */
  isGone: boolean;
  /** How many of its messages had been deleted, as far as the pages say. */
  deletedCount: number;
};

export type TranscriptOptions<M> = {
  /** Returns "gone" if the conversation doesn't exist, and undefined if it can't be fetched now. */
  fetchPage: (query: PageQuery) => Promise<Page<M> | "gone" | undefined>;
  /** What the page already shows. */
  initial?: Page<M>;
  clock?: Clock;
};

export type Transcript<M> = {
  state: Readable<TranscriptState<M>>;
  /** Adds a message from the stream. If one before it is missing, that's fetched first. */
  apply: (message: M) => void;
  /** Fetches newer messages, and retries automatically. Returns whether the first try worked. */
  catchUp: () => Promise<boolean>;
  loadEarlier: () => Promise<void>;
  /** Fetches those from a `seq` on again, because something in them has expired. Returns whether that worked. */
  renew: (from: number) => Promise<boolean>;
  stop: () => void;
};

/** About as many as are visible at first. Requests for missed messages fetch more. */
const VIEW = 50;
const PAGE = 100;
/** If more pages than this were missed, the list restarts with the newest one. */
const PAGES_TO_FOLLOW = 3;

/** Holds the messages of one conversation, each once, in order and without gaps between those shown. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: each way to fetch adds to the one list, which must have no gaps.
export function createTranscript<M extends { seq: number }>(options: TranscriptOptions<M>): Transcript<M> {
  const { fetchPage, initial } = options;
  const store = createStore<TranscriptState<M>>({
    messages: initial?.messages ?? [],
    earlier: initial?.hasMore ? "some" : "none",
    isLoaded: initial !== undefined,
    isGone: false,
    deletedCount: initial?.deletedCount ?? 0,
  });
  /** Some of the shown messages may have been deleted since they were fetched. */
  let isStale = false;
  /** Messages that arrived before the ones that precede them. */
  const ahead = new Map<number, M>();
  let isStopped = false;

  const lastSeq = () => store.get().messages.at(-1)?.seq ?? 0;

  const append = (added: readonly M[]) => {
    const messages = [...store.get().messages];
    let last = lastSeq();
    for (const message of added) {
      if (message.seq !== last + 1) continue;
      messages.push(message);
      last = message.seq;
    }
    for (let next = ahead.get(last + 1); next; next = ahead.get(last + 1)) {
      messages.push(next);
      last = next.seq;
    }
    for (const seq of ahead.keys()) if (seq <= last) ahead.delete(seq);
    if (messages.length > store.get().messages.length) store.set({ messages });
  };

  const loadNewest = async (): Promise<boolean> => {
    const page = await load({ limit: VIEW });
    if (!page) return false;
    const [first] = page.messages;
    if (store.get().isLoaded && (!first || first.seq <= lastSeq() + 1)) append(page.messages);
    else {
      store.set({ messages: page.messages, earlier: page.hasMore ? "some" : "none", isLoaded: true });
      append([]);
    }
    return true;
  };

  const load = async (query: PageQuery, isAgain = false): Promise<Page<M> | undefined> => {
    const page = await fetchPage(query).catch(() => undefined);
    if (isStopped) return undefined;
    if (page === "gone") store.set({ isGone: true });
    if (page === undefined || page === "gone") return undefined;
    const { deletedCount = 0 } = page;
    const known = store.get().deletedCount;
    // It was read before a message was deleted, and has its text. A process of the version before never says so.
    if (deletedCount < known && !isAgain) return load(query, true);
    if (deletedCount > known) {
      store.set({ deletedCount });
      isStale = store.get().messages.length > 0;
      if (isStale) void catchUp();
    }
    return page;
  };

  const loadNewer = async (): Promise<boolean> => {
    if (!store.get().isLoaded) return loadNewest();
    if (isStale && !(await renewAll())) return false;
    for (let pages = 0; pages < PAGES_TO_FOLLOW; pages++) {
      const page = await load({ after: lastSeq(), limit: PAGE });
      if (!page) return false;
      append(page.messages);
      if (!page.hasMore) return true;
    }
    return loadNewest();
  };

  const repeater = createRetryLoop(async () => {
    const worked = await loadNewer();
    // A deleted conversation has nothing left to fetch.
    return worked || store.get().isGone || isStopped;
  }, options.clock);

  const catchUp = () => repeater.request();

  const apply = (message: M) => {
    if (message.seq <= lastSeq()) return;
    ahead.set(message.seq, message);
    // Nothing precedes the first message.
    if (!store.get().isLoaded && message.seq === 1) store.set({ isLoaded: true });
    if (store.get().isLoaded) append([]);
    if (ahead.size > 0) void catchUp();
  };

  const loadEarlier = async () => {
    const { messages, earlier } = store.get();
    const [first] = messages;
    if (!first || earlier === "none" || earlier === "loading") return;
    store.set({ earlier: "loading" });
    const page = await load({ before: first.seq, limit: VIEW });
    if (isStopped) return;
    const now = store.get().messages;
    // A long absence may have restarted the list meanwhile.
    if (now[0]?.seq !== first.seq) return;
    if (!page) return store.set({ earlier: "failed" });
    store.set({ messages: [...page.messages, ...now], earlier: page.hasMore ? "some" : "none" });
  };

  const renewAll = async (): Promise<boolean> => {
    isStale = false;
    const worked = await renew(store.get().messages[0]?.seq ?? 1);
    isStale ||= !worked;
    return worked;
  };

  const renew = async (from: number): Promise<boolean> => {
    const page = await load({ after: from - 1, limit: PAGE });
    if (!page) return false;
    const renewed = new Map(page.messages.map((message) => [message.seq, message]));
    store.set({ messages: store.get().messages.map((message) => renewed.get(message.seq) ?? message) });
    return from + PAGE > lastSeq() || renew(from + PAGE);
  };

  return {
    state: store,
    apply,
    catchUp,
    loadEarlier,
    renew,
    stop: () => {
      isStopped = true;
      repeater.stop();
    },
  };
}
