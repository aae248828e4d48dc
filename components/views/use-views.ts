import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "#client/store.ts";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { type InboxFilter, inboxFilterOf, inboxPath } from "#components/filter/inbox-filter.ts";
import type { LiveInbox } from "#components/live/live-inbox.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { ViewCount, ViewJson } from "#lib/desk/views/schema.ts";

type State = { views: readonly ViewJson[] };
type Counts = { counts: ReadonlyMap<string, ViewCount> };

const EMPTY: State = { views: [] };
const NO_COUNTS: Counts = { counts: new Map() };
const SOON_MS = 500;
const APART_MS = 15_000;

// Only effects and events write to them, so only in the browser: on the server, all requests would share them.
const store = createStore(EMPTY);
const countsStore = createStore(NO_COUNTS);

async function refetchViews(): Promise<void> {
  const result = await callApi<{ views: ViewJson[] }>("/views");
  if (result.ok) store.set({ views: result.value.views });
}

async function refetchCounts(): Promise<void> {
  const result = await callApi<{ counts: ViewCount[] }>("/views/counts");
  if (result.ok) countsStore.set({ counts: new Map(result.value.counts.map((count) => [count.viewId, count])) });
}

let users = 0;
let followed: LiveInbox | undefined;
let unfollow = () => {};

/** Fetches the views once, and again whenever they change, while any component uses them. */
function follow(inbox: LiveInbox): () => void {
  users += 1;
  if (followed !== inbox) {
    unfollow();
    const stopListening = inbox.listen(({ type, data }) => {
      // Labels and members may be missing now, or be back.
      if (type === "settings.updated" && ["views", "labels", "members"].includes(data.about)) void refetchViews();
    });
    // The inbox is complete without them.
    const stopResync = inbox.onResync(async () => {
      void refetchViews();
      return true;
    });
    followed = inbox;
    unfollow = () => {
      stopListening();
      stopResync();
      followed = undefined;
      unfollow = () => {};
    };
    void refetchViews();
  }
  return () => {
    users -= 1;
    // The components of the next page take over at once.
    queueMicrotask(() => users === 0 && unfollow());
  };
}

/** Counts the conversations of each view now, and again as they change: all open tabs together would keep the database busy. */
function countWhileShown(inbox: LiveInbox): () => void {
  let countedAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const countSoon = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        countedAt = Date.now();
        void refetchCounts();
      },
      Math.max(SOON_MS, countedAt + APART_MS - Date.now()),
    );
  };
  const stopListening = inbox.listen(({ type }) => {
    if (type === "message.created" || type === "conversation.updated") countSoon();
  });
  void refetchCounts();
  return () => {
    clearTimeout(timer);
    stopListening();
  };
}

/** Returns how many conversations views have, by their ids: current numbers while they're shown, or else the last known ones. */
export function useViewCounts(views: readonly ViewJson[], isShown: boolean): Counts {
  const { inbox } = useLive();
  useEffect(() => (isShown && views.length > 0 ? countWhileShown(inbox) : undefined), [inbox, views, isShown]);
  return useSyncExternalStore(countsStore.subscribe, countsStore.get, () => NO_COUNTS);
}

/** Returns the views that the reader may use, by name. */
export function useViews(): State {
  const { inbox } = useLive();
  useEffect(() => follow(inbox), [inbox]);
  return useSyncExternalStore(store.subscribe, store.get, () => EMPTY);
}

/** Returns the path of the inbox with a view's filters. */
export const viewPath = ({ filter }: ViewJson): string => inboxPath(inboxFilterOf(filter));

/** Returns the view that has exactly these filters, if there's one that works. */
export const viewOf = (filter: InboxFilter, views: readonly ViewJson[]): ViewJson | undefined =>
  views.find((view) => !view.broken && viewPath(view) === inboxPath(filter));

type Typed = Pick<ViewJson, "name" | "filter" | "personal">;

/** Creates a view. */
export const createView = ({ name, filter, personal }: Typed) =>
  afterwards(callApi<{ view: ViewJson }>("/views", { method: "POST", body: { name, filter, personal } }));

/** Changes the given fields of a view. */
export const changeView = (id: string, body: Partial<Typed>) =>
  afterwards(callApi<{ view: ViewJson }>(`/views/${id}`, { method: "PATCH", body }));

/** Deletes a view. */
export const deleteView = (id: string) => afterwards(callDelete(`/views/${id}`));

async function afterwards<Result extends { ok: boolean }>(call: Promise<Result>): Promise<Result> {
  const result = await call;
  if (result.ok) void refetchViews();
  return result;
}
