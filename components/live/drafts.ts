import { openStorage, type Storage } from "#client/storage.ts";
import type { DraftVersion } from "#lib/desk/drafts/json.ts";
import { createDraftSync, type DraftSync, type SyncResult } from "./draft-sync.ts";
import type { LiveInbox } from "./live-inbox.ts";
import { personStorage } from "./person-storage.ts";
import { DRAFT_KINDS, type DraftName, draftName, draftPlace } from "./synced-drafts.ts";

const PAUSE_MS = 1_000;
// Someone who types without a pause is a few seconds ahead of their other devices.
const LONGEST_MS = 5_000;
const AGAIN_MS = 15_000;

type Options = { name: string; workspaceId: string; storage: Storage; inbox: LiveInbox };

/** Keeps a person's drafts the same on all their devices. What's written here is never replaced. */
export function createDrafts({ name, workspaceId, storage, inbox }: Options) {
  const sync = createDraftSync({ name, workspaceId, storage });
  const { drafts } = sync;
  const listeners = new Set<() => void>();
  const open = new Set<string>();
  // Opened before the start.
  const early = new Set<string>();
  // What the stream said since events were last missed. Pages may be older.
  const heard = new Map<DraftName, number>();
  const queue = createQueue(sync, (id) => navigator.onLine && !inbox.known.isDeleted(id), changed);

  function changed(): void {
    for (const listener of listeners) listener();
  }
  const refresh = (id: string, version?: DraftVersion) => queue.follow(id, () => sync.refresh(id, version));
  const isCurrent = (id: string, listed: readonly DraftVersion[]) =>
    DRAFT_KINDS.every((kind) => {
      const name = draftName(kind, id);
      const stored = heard.get(name) ?? listed.find((one) => one.kind === kind)?.version ?? 0;
      return stored === drafts.synced(name).version;
    });

  const start = () => {
    queue.start();
    // Components run their effects before the session starts.
    for (const id of early) void refresh(id);
    early.clear();
    const ending = new AbortController();
    const { signal } = ending;
    const hide = () => document.visibilityState === "hidden" && queue.hurry();
    addEventListener("pagehide", queue.hurry, { signal });
    document.addEventListener("visibilitychange", hide, { signal });
    const stopListening = inbox.listen((event) => {
      if (event.type !== "draft.updated") return;
      const { conversationId: id, ...version } = event.data;
      heard.set(draftName(version.kind, id), version.version);
      if (open.has(id) || drafts.isKnown(id)) void refresh(id, version);
    });
    const stopResync = inbox.onResync(async () => {
      heard.clear();
      const results = await Promise.all([...open].map((id) => refresh(id)));
      return !results.includes("later");
    });
    return () => {
      ending.abort();
      stopListening();
      stopResync();
      queue.stop();
    };
  };

  return {
    start,
    /** Stores what an earlier page, or one without a connection, left. */
    wake: () => {
      for (const id of drafts.staleIds()) if (!queue.wasRefused(id)) queue.add(id, 0);
    },
    /** Notes that a draft was written or removed here. Other devices shouldn't show for long what was sent. */
    note: (draft: DraftName) => queue.add(draftPlace(draft).id, drafts.textOf(draft) === "" ? 0 : PAUSE_MS),
    otherOf: (draft: DraftName) => drafts.synced(draft).other,
    discardOther: (draft: DraftName) => {
      drafts.discardOther(draft);
      changed();
      queue.add(draftPlace(draft).id, 0);
    },
    /** Calls back when a draft may have come from another device. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * Keeps the drafts of a conversation current until the returned function is called. They're fetched unless the listed ones,
     * which came with the page, are known here.
     */
    open: (id: string, listed?: readonly DraftVersion[]) => {
      open.add(id);
      const isNeeded = !listed || !isCurrent(id, listed);
      if (isNeeded && queue.isStarted()) void refresh(id);
      else if (isNeeded) early.add(id);
      return () => void open.delete(id);
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;

/** Stores the drafts of conversations a moment after the last key, and again if that failed. */
function createQueue({ store, storeNow }: DraftSync, isReachable: (id: string) => boolean, onDone: () => void) {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; since: number }>();
  const refused = new Set<string>();
  let isStarted = false;

  const cancel = (id: string) => {
    clearTimeout(waiting.get(id)?.timer);
    waiting.delete(id);
  };
  const follow = async (id: string, run: () => Promise<SyncResult>): Promise<SyncResult> => {
    if (!isStarted || !isReachable(id)) return "never";
    const result = await run().catch(() => "later" as const);
    onDone();
    if (result === "never") refused.add(id);
    else refused.delete(id);
    if (result === "later" && !waiting.has(id)) add(id, AGAIN_MS);
    return result;
  };
  const add = (id: string, ms: number) => {
    if (!isStarted) return;
    const since = waiting.get(id)?.since ?? Date.now();
    cancel(id);
    const run = () => {
      cancel(id);
      void follow(id, () => store(id));
    };
    if (ms === 0) return run();
    const latest = since + Math.max(ms, LONGEST_MS) - Date.now();
    waiting.set(id, { timer: setTimeout(run, Math.max(0, Math.min(ms, latest))), since });
  };
  const takeAll = () => {
    const ids = [...waiting.keys()];
    ids.forEach(cancel);
    return ids;
  };
  return {
    add,
    follow,
    /** Whether the last try was in vain: the conversation is gone, or the text is too long. */
    wasRefused: (id: string) => refused.has(id),
    /** Stores at once what waits: the page may be closed. */
    hurry: () => {
      for (const id of takeAll()) void follow(id, () => storeNow(id));
    },
    isStarted: () => isStarted,
    start: () => {
      isStarted = true;
    },
    stop: () => {
      isStarted = false;
      takeAll();
    },
  };
}

/**
 * Stores all drafts of a person that are only in this browser, before it forgets them. Returns how many couldn't be stored.
 * A service that doesn't respond keeps no one waiting.
 */
export async function storeAllDrafts(userId: string, patienceMs = 5_000): Promise<number> {
  const workspaceIds = new Set(
    personStorage(userId)
      .names("")
      .flatMap((name) => /^([^:]+):(?:note-)?draft(?:-sync)?:/.exec(name)?.[1] ?? []),
  );
  const stores = [...workspaceIds].map((workspaceId) => {
    const name = `${userId}:${workspaceId}`;
    return createDraftSync({ name, workspaceId, storage: openStorage(`site-inbox:${name}:`) }).storeAll();
  });
  const late = new Promise<number[]>((resolve) => setTimeout(resolve, patienceMs, [1]));
  const left = await Promise.race([Promise.all(stores), late]);
  return left.reduce((sum, count) => sum + count, 0);
}
