import { inboxPath } from "#components/filter/inbox-filter.ts";
import { isAbove, matcherOf, rowsInOrder } from "#components/filter/list-order.ts";
import type { DashboardSession } from "#components/live/dashboard-session.ts";
import { offlineStorage } from "#components/offline/offline-storage.ts";
import { createOfflineStore, ROWS } from "#components/offline/offline-store.ts";
import { positionOf } from "#lib/desk/conversations/filter.ts";

const SOON_MS = 2_000;

type OfflineStore = ReturnType<typeof createOfflineStore>;

/** Stores the list and the open conversation while they're current. Returns a function that stops it. */
export function keepForOffline(session: DashboardSession): () => void {
  const { userId, workspaceId, inbox, connection, shown } = session;
  const reader = { userId, workspaceId };
  const { known, caughtUp } = inbox;
  const store = createOfflineStore(offlineStorage);
  const writeList = createListWriter(session, store);
  const isConnected = () => ["live", "polling"].includes(connection.state.get().phase);
  let isCurrent = isConnected() && caughtUp.get().times > 0;
  let isPreloaded = false;
  let read = shown.get().open;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // What shows them, while it can be loaded.
  const preload = () => {
    if (isPreloaded || store.ids().length === 0) return;
    isPreloaded = true;
    import("#components/conversation/stored-conversation.tsx").catch(() => undefined);
  };

  // The browser would keep a message's text that was deleted since.
  const hasDeleted = (id: string) => {
    const count = known.get().get(id)?.deletedCount ?? 0;
    return count > 0 && count > (store.conversation(id)?.newest.deletedCount ?? 0);
  };

  const write = (at: number) => {
    clearTimeout(timer);
    timer = undefined;
    if (read) store.keepConversation(reader, { ...read, at });
    writeList(at);
    for (const id of store.ids()) if (known.isDeleted(id) || hasDeleted(id)) store.remove(id);
    preload();
  };

  const writeNow = () => isCurrent && write(Date.now());

  const writeSoon = () => {
    if (isCurrent) timer ??= setTimeout(writeNow, SOON_MS);
  };

  const onShown = () => {
    const { open } = shown.get();
    const isOther = open?.conversation.id !== read?.conversation.id;
    if (isOther) writeNow();
    read = open;
    if (isOther) writeNow();
    else writeSoon();
  };

  const onCaughtUp = () => {
    isCurrent = true;
    writeSoon();
  };

  const onConnection = () => {
    if (isConnected()) return;
    // All of it was current until then.
    if (isCurrent) write(connection.state.get().since);
    isCurrent = false;
  };

  const onVisibility = () => {
    if (document.visibilityState === "hidden") writeNow();
  };

  store.begin(reader);
  preload();
  writeSoon();
  const stops = [
    shown.subscribe(onShown),
    known.subscribe(writeSoon),
    caughtUp.subscribe(onCaughtUp),
    connection.state.subscribe(onConnection),
  ];
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibility);
    for (const stop of stops) stop();
  };
}

/** Returns what stores the list, which at first removes the conversations that it has no longer. */
function createListWriter({ userId, workspaceId, inbox: { known }, shown }: DashboardSession, store: OfflineStore) {
  let hasCompared = false;
  return (at: number) => {
    const { list } = shown.get();
    if (!list || inboxPath(list.filter) !== "/inbox") return;
    const rows = rowsInOrder(known.get().values(), list.filter, undefined, userId).slice(0, ROWS);
    const look = { ...document.documentElement.dataset };
    store.keepList({ userId, workspaceId }, { at, conversations: rows, sites: list.sites, look });
    if (hasCompared) return;
    hasCompared = true;
    const last = rows.length < ROWS ? undefined : rows.at(-1);
    const end = last && positionOf(last, undefined);
    const matches = matcherOf(list.filter, userId);
    for (const id of store.ids()) {
      // If the list should have it, it was closed or deleted while this browser was away.
      const row = known.get().has(id) ? undefined : store.conversation(id)?.conversation;
      if (row && matches(row) && isAbove(row, end, undefined)) store.remove(id);
    }
  };
}
