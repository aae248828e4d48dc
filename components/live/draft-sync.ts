import type { Storage } from "#client/storage.ts";
import { withLock } from "#client/with-lock.ts";
import { callApi } from "#components/api/call-api.ts";
import { DRAFT_MAX } from "#lib/desk/drafts/draft-length.ts";
import type { DraftJson, DraftKind } from "#lib/desk/drafts/schema.ts";
import { codePoints } from "#platform/characters.ts";
import { createSyncedDrafts, DRAFT_KINDS, type DraftName, draftName, draftPlace } from "./synced-drafts.ts";

const TRIES = 3;

/** Whether a conversation's drafts are the server's too now, will be, or can't be: it's gone, or a text is too long. */
export type SyncResult = "same" | "later" | "never";

type Options = { name: string; workspaceId: string; storage: Storage };

/** Brings the drafts in this browser's storage and those on the server together, one request after the other in all tabs. */
export function createDraftSync({ name: session, workspaceId, storage }: Options) {
  const drafts = createSyncedDrafts(storage);

  const call = <T>(id: string, request: { method?: "PUT"; body?: object } = {}) =>
    callApi<T>(`/conversations/${id}/drafts`, {
      ...request,
      headers: { "Workspace-Id": workspaceId },
      // What's typed last is stored even if the page is closed meanwhile.
      keepalive: document.visibilityState === "hidden",
    });

  const versionsOf = (id: string) => DRAFT_KINDS.map((kind) => drafts.synced(draftName(kind, id)).version).join();

  const fetchAll = async (id: string, tries = TRIES): Promise<SyncResult> => {
    const before = versionsOf(id);
    const result = await call<{ drafts: DraftJson[] }>(id);
    if (!result.ok) return failure(result.problem.status);
    // Without locks, another tab may have stored one meanwhile, and this response doesn't have it.
    if (versionsOf(id) !== before) return tries === 0 ? "later" : fetchAll(id, tries - 1);
    for (const kind of DRAFT_KINDS) {
      const found = result.value.drafts.find((draft) => draft.kind === kind);
      drafts.take(draftName(kind, id), found ?? { version: 0, body: "" });
    }
    return "same";
  };

  /** Stores what's written here. Everything before its request happens at once, for a page that's being closed. */
  const push = async (name: DraftName, tries = TRIES): Promise<SyncResult> => {
    if (!drafts.isStale(name)) return "same";
    const { version, other } = drafts.synced(name);
    const body = drafts.textOf(name);
    if (isTooLong(body)) return "never";
    const { kind, id } = draftPlace(name);
    drafts.noteTried(name, body);
    const sent = { kind, body, version, ...(other && { other }) };
    const result = await call<{ draft: DraftJson }>(id, { method: "PUT", body: sent });
    if (result.ok) {
      drafts.noteStored(name, { version: result.value.draft.version, body, other });
      return drafts.isStale(name) ? "later" : "same";
    }
    const { code, status } = result.problem;
    if (code !== "conflict" || tries === 0) return failure(status);
    const fetched = await fetchAll(id);
    return fetched === "same" ? push(name, tries - 1) : fetched;
  };

  const pushAll = async (id: string): Promise<SyncResult> => {
    const results = await Promise.all(DRAFT_KINDS.map((kind) => push(draftName(kind, id))));
    return results.find((result) => result !== "same") ?? "same";
  };

  const lockOf = (id: string) => ({
    locks: navigator.locks as LockManager | undefined,
    name: `site-inbox:${session}:drafts:${id}`,
  });
  const inTurn = (id: string, run: () => Promise<SyncResult>) => withLock(lockOf(id), run);

  const store = (id: string) => inTurn(id, () => pushAll(id));

  return {
    drafts,
    /** Stores a conversation's drafts at once, without a turn. */
    storeNow: pushAll,
    store,
    /** Gets what the server has, unless it's known here, and stores what was written here since. */
    refresh: (id: string, changed?: { kind: DraftKind; version: number }) =>
      inTurn(id, async () => {
        if (changed && drafts.synced(draftName(changed.kind, id)).version === changed.version) return "same";
        const fetched = await fetchAll(id);
        return fetched === "same" ? pushAll(id) : fetched;
      }),
    /** Stores all that's only here. Returns how many drafts still are, although their conversation may be there. */
    storeAll: async (): Promise<number> => {
      const ids = drafts.staleIds();
      const results = await Promise.all(ids.map((id) => store(id).catch(() => "later" as const)));
      const long = ids.filter((id) => DRAFT_KINDS.some((kind) => isTooLong(drafts.textOf(draftName(kind, id)))));
      return results.filter((result) => result === "later").length + long.length;
    },
  };
}

export type DraftSync = ReturnType<typeof createDraftSync>;

const isTooLong = (text: string) => codePoints(text) > DRAFT_MAX;

// What's gone or refused stays so. Others are tried again.
const failure = (status: number): SyncResult =>
  status >= 400 && status < 500 && ![408, 409, 429].includes(status) ? "never" : "later";
