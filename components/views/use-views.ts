import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "#client/store.ts";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { type InboxFilter, inboxFilterOf, inboxPath } from "#components/filter/inbox-filter.ts";
import type { LiveInbox } from "#components/live/live-inbox.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { ViewCount, ViewJson } from "#lib/desk/views/schema.ts";

type State = { views: readonly ViewJson[]; counts: ReadonlyMap<string, ViewCount> };

const EMPTY: State = { views: [], counts: new Map() };
const SOON_MS = 500;
const APART_MS = 15_000;

// Only effects and events write to it, so only in the browser: on the server, all requests would share it.
const store = createStore(EMPTY);

async function refetchViews(): Promise<boolean> {
  const result = await callApi<{ views: ViewJson[] }>("/views");
  if (result.ok) store.set({ views: result.value.views });
  return result.ok;
}

async function refetchCounts(): Promise<void> {
  if (store.get().views.length === 0) return;
  const result = await callApi<{ counts: ViewCount[] }>("/views/counts");
  if (result.ok) store.set({ counts: new Map(result.value.counts.map((count) => [count.viewId, count])) });
}

async function refetch(): Promise<void> {
  if (await refetchViews()) await refetchCounts();
}

let users = 0;
let followed: LiveInbox | undefined;
let unfollow = () => {};

/** Fetches the views once, and again whenever they change, while any component uses them. */
function follow(inbox: LiveInbox): () => void {
  users += 1;
  if (followed !== inbox) {
    unfollow();
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
    const stopListening = inbox.listen(({ type, data }) => {
      if (type === "message.created" || type === "conversation.updated") countSoon();
      // Labels and members may be missing now, or be back.
      if (type === "settings.updated" && ["views", "labels", "members"].includes(data.about)) void refetch();
    });
    // The inbox is complete without them.
    const stopResync = inbox.onResync(async () => {
      void refetch();
      return true;
    });
    followed = inbox;
    unfollow = () => {
      clearTimeout(timer);
      stopListening();
      stopResync();
      followed = undefined;
      unfollow = () => {};
    };
    void refetch();
  }
  return () => {
    users -= 1;
    // The components of the next page take over at once.
    queueMicrotask(() => users === 0 && unfollow());
  };
}

/** Returns the views that the reader may use, by name, and how many conversations they have. */
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
  if (result.ok) void refetch();
  return result;
}
