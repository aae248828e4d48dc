import { callApi } from "#components/api/call-api.ts";
import { bulkCopy } from "#components/catalogs/bulk.ts";
import { problemWords } from "#components/triage/problem-words.ts";
import { isToastShown, showToast, type Toast } from "#components/ui/toast.tsx";
import type { BulkChangeJson, Change } from "#lib/desk/bulk-changes/schema.ts";
import type { ListFilter } from "#lib/desk/conversations/filter.ts";

export type ChangedSet = { conversationIds: readonly string[] } | { filter: ListFilter; asOf: string };

type Response = { bulkChange: BulkChangeJson };
/** Says how many were changed. */
type Done = (count: number) => string;

// The server's half a minute, without what the last request took.
const UNDO_MS = 28_000;
const FIRST_MS = 250;
const LATER_MS = 1_000;
const TRIES = 60;

/** Changes a set of conversations, and shows its progress and its result with a way back. Returns whether it began. */
export async function changeInBulk(set: ChangedSet, change: Change, done: Done): Promise<boolean> {
  const result = await callApi<Response>("/conversations/bulk", { method: "POST", body: { change, ...set } });
  if (!result.ok) {
    showToast({ words: problemWords(result.problem) });
    return false;
  }
  const { bulkChange } = result.value;
  const undo = () => undoInBulk(bulkChange.id);
  const toast: Toast = { words: bulkCopy.changing(bulkChange.total), undo, shownMs: null };
  showToast(toast);
  void follow(bulkChange, toast, (ended) => resultOf(ended, done, undo));
  return true;
}

function resultOf({ state, changed, skipped, undoUntil }: BulkChangeJson, done: Done, undo: Toast["undo"]): Toast {
  if (state === "failed") return { words: bulkCopy.failed };
  if (changed === 0) return { words: bulkCopy.nothingChanged };
  const words = skipped === 0 ? done(changed) : `${done(changed)} ${bulkCopy.skipped(skipped)}`;
  return undoUntil === undefined ? { words } : { words, undo, shownMs: UNDO_MS };
}

async function undoInBulk(id: string): Promise<string | undefined> {
  const result = await callApi<Response>(`/conversations/bulk/${id}/undo`, { method: "POST" });
  if (!result.ok) return problemWords(result.problem);
  const toast: Toast = { words: bulkCopy.undoing, shownMs: null };
  showToast(toast);
  void follow(result.value.bulkChange, toast, ({ changed, restored }) => ({
    words:
      restored === changed
        ? bulkCopy.undone(restored)
        : `${bulkCopy.undone(restored)} ${bulkCopy.kept(changed - restored)}`,
  }));
  return undefined;
}

/** Shows how far a bulk change is in its toast, unless another one has replaced it, and what came of it. */
async function follow(bulk: BulkChangeJson, toast: Toast, resultFor: (ended: BulkChangeJson) => Toast): Promise<void> {
  const { id, total } = bulk;
  const isUndo = bulk.state === "undoing";
  const isUnderWay = ({ state }: BulkChangeJson) => state === "running" || state === "undoing";
  let shown = toast;
  let current = bulk;
  for (let tries = 0; isUnderWay(current) && isToastShown(shown) && tries < TRIES; ) {
    await pause(current === bulk ? FIRST_MS : LATER_MS);
    const result = await callApi<Response>(`/conversations/bulk/${id}`);
    // It goes on whether or not this page hears of it.
    tries = result.ok ? 0 : tries + 1;
    if (!result.ok) continue;
    current = result.value.bulkChange;
    if (!isUndo && current.state !== "running" && current.state !== "done" && current.state !== "failed") return;
    const { changed, skipped, restored } = current;
    const part = isUndo ? restored / Math.max(changed, 1) : (changed + skipped) / Math.max(total, 1);
    if (!isUnderWay(current) || !isToastShown(shown)) continue;
    shown = { ...toast, detail: bulkCopy.progress(Math.floor(part * 100)) };
    showToast(shown);
  }
  if (isToastShown(shown)) showToast(resultFor(current));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
