import type { ConversationJson } from "#lib/conversations/schema.ts";

export type Known = ReadonlyMap<string, ConversationJson>;

/**
 * The latest version that this tab has seen of each conversation, wherever it came from: a page, an answer of the API, an
 * event. `updatedAt` only grows, so the later one is the newer one, in whatever order they arrive.
 */
export function createKnownConversations() {
  let known: Known = new Map();
  const deleted = new Set<string>();
  // When each was last learnt, counted and not timed.
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
    /** It was deleted: no older answer that is still under way brings it back. */
    forget: (id: string) => {
      deleted.add(id);
      // Reported even if it's no longer known: that it was deleted is news.
      change(new Map([...known].filter(([knownId]) => knownId !== id)));
    },
    isDeleted: (id: string) => deleted.has(id),
    /** The moment before a question to the server, to be given back with its answer. */
    now: () => clock,
    /**
     * Takes an answer for all there is of a kind: what it does not name is no longer there, unless it was learnt of while
     * the answer was on its way.
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

// What belongs to the visitor or the site can change without a new version.
function isNews(row: ConversationJson, known: ConversationJson | undefined): boolean {
  if (!known || row.updatedAt !== known.updatedAt) return !known || row.updatedAt > known.updatedAt;
  return row.siteName !== known.siteName || row.visitorName !== known.visitorName;
}
