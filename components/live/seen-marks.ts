/** How far the visitor of each conversation has read, as far as known. It only grows. */
export function createSeenMarks() {
  const marks = new Map<string, number>();
  const listeners = new Set<() => void>();
  return {
    get: (conversationId: string) => marks.get(conversationId) ?? 0,
    note: (conversationId: string, seq: number) => {
      if (seq <= (marks.get(conversationId) ?? 0)) return;
      marks.set(conversationId, seq);
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
