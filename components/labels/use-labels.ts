import { createContext, use, useEffect, useMemo, useSyncExternalStore } from "react";
import { createStore } from "#client/store.ts";
import { callApi } from "#components/api/call-api.ts";
import type { LiveInbox } from "#components/live/live-inbox.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { LabelJson } from "#lib/desk/labels/schema.ts";

export type ShownLabel = Pick<LabelJson, "id" | "name" | "color">;
type Known = { labels: readonly ShownLabel[]; isLoaded: boolean };
type State = Known & { merged: ReadonlyMap<string, string> };

const EMPTY: State = { labels: [], merged: new Map(), isLoaded: false };

/** The labels that came with the page, until the browser has fetched them. */
export const LabelsContext = createContext<readonly ShownLabel[] | null>(null);

// Only effects and events write to it, so only in the browser: on the server, all requests would share it.
const store = createStore(EMPTY);

async function refetch(): Promise<boolean> {
  const result = await callApi<{ labels: LabelJson[] }>("/labels");
  if (result.ok) store.set({ labels: result.value.labels, isLoaded: true });
  return result.ok;
}

let users = 0;
let followed: LiveInbox | undefined;
let unfollow = () => {};

/** Fetches the labels once, and again whenever they change, while any component uses them. */
function follow(inbox: LiveInbox): () => void {
  users += 1;
  if (followed !== inbox) {
    unfollow();
    const stopListening = inbox.listen(({ type, data }) => {
      if (type !== "settings.updated" || data.about !== "labels") return;
      // Conversations keep the old id until they're fetched again.
      if (data.merged) store.set({ merged: new Map(store.get().merged).set(data.merged.from, data.merged.into) });
      void refetch();
    });
    const stopResync = inbox.onResync(refetch);
    followed = inbox;
    unfollow = () => {
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

/** Returns the workspace's labels by name, and whether they're known yet. */
export function useLabels(): Known {
  const { inbox } = useLive();
  const brought = use(LabelsContext);
  useEffect(() => follow(inbox), [inbox]);
  const fetched = useSyncExternalStore(store.subscribe, store.get, () => EMPTY);
  return fetched.isLoaded || !brought ? fetched : { labels: brought, isLoaded: true };
}

/** Returns the labels of a conversation, by name. Labels that were deleted meanwhile are left out. */
export function useLabelsOf({ labelIds }: Pick<ConversationJson, "labelIds">): readonly ShownLabel[] {
  const { labels } = useLabels();
  return useMemo(() => labels.filter(({ id }) => labelIds.some((one) => currentId(one) === id)), [labels, labelIds]);
}

/** Returns the id of the label that a label was merged into, or its own. */
function currentId(id: string): string {
  const into = store.get().merged.get(id);
  return into === undefined ? id : currentId(into);
}

/** Creates a label, and adds it to those known here. */
export async function createLabel(body: { name: string; color?: string }) {
  const result = await callApi<{ label: LabelJson }>("/labels", { method: "POST", body });
  if (result.ok) {
    const others = store.get().labels.filter(({ id }) => id !== result.value.label.id);
    store.set({ labels: [...others, result.value.label].toSorted((a, b) => a.name.localeCompare(b.name)) });
  }
  return result;
}
