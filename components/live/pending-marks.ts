/** The owner's read marks on their way to the server, by conversation. */
export function createPendingMarks() {
  const pending = new Map<string, Promise<unknown>>();
  return {
    note: (conversationId: string, mark: Promise<unknown>) => {
      pending.set(conversationId, mark);
      void mark.finally(() => pending.get(conversationId) === mark && pending.delete(conversationId));
    },
    /** Resolves once none is pending. */
    settled: async (conversationId: string): Promise<void> => {
      await pending.get(conversationId);
    },
  };
}
