import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

export type Known = ReadonlyMap<string, ConversationJson>;

/**
 * The latest version of each conversation that this tab has seen, from a page, a response or an event. `updatedAt`
 * only grows, so the later version is the newer one, in whatever order they arrive.
 */
export function createKnownConversations() {
  let known: Known = new Map();
  const deleted = new Set<string>();
  // When each was last learned, by a counter rather than the clock.
  const learnt = new Map<string, number>();
  const listeners = new Set<() => void>();
  let clock = 0;

  const change = (next: Known) => {
    known = next;
    for (const listener of listeners) listener();
  };

  const learn = (rows: readonly ConversationJson[]) => {
    clock += 1;
    for (const { id } of rows) learnt.set(id, clock);
    const newer = rows.filter((row) => !deleted.has(row.id) && isNews(row, known.get(row.id)));
    if (newer.length > 0) change(new Map([...known, ...newer.map((row) => [row.id, row] as const)]));
  };

  const drop = (ids: readonly string[]) => {
    const next = new Map(known);
    for (const id of ids) next.delete(id);
    if (next.size < known.size) change(next);
  };

  return {
    get: () => known,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    learn,
    /** Marks a conversation deleted: an older response that's still in flight doesn't bring it back. */
    forget: (id: string) => {
      deleted.add(id);
      // Reported even if it's no longer known, since the deletion is news.
      change(new Map([...known].filter(([knownId]) => knownId !== id)));
    },
    isDeleted: (id: string) => deleted.has(id),
    /** The counter before a request, to pass to `replace` with its response. */
    now: () => clock,
    /**
     * Applies a response that lists everything of a kind. What it doesn't include no longer exists, unless it was
     * learned after the request was sent.
     */
    replace: (rows: readonly ConversationJson[], askedAt: number, isCovered: (row: ConversationJson) => boolean) => {
      const named = new Set(rows.map(({ id }) => id));
      const gone = [...known.values()].filter(
        (row) => !named.has(row.id) && (learnt.get(row.id) ?? 0) <= askedAt && isCovered(row),
      );
      drop(gone.map(({ id }) => id));
      learn(rows);
    },
  };
}

// Properties of the visitor or the site can change without a new version, and so can what's only the team's.
function isNews(row: ConversationJson, known: ConversationJson | undefined): boolean {
  if (!known || row.updatedAt !== known.updatedAt) return !known || row.updatedAt > known.updatedAt;
  if (row.noteSeq !== known.noteSeq) return row.noteSeq > known.noteSeq;
  return row.siteName !== known.siteName || row.visitorName !== known.visitorName;
}
