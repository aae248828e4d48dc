/** How far this process has told of each conversation that changed lately, so that nothing is told twice or skipped. */
export class ToldConversations {
  readonly #seqs = new Map<string, number>();
  readonly #states = new Map<string, number>();

  /** The last message that was told, undefined where none was lately. */
  seqOf(conversationId: string): number | undefined {
    return this.#seqs.get(conversationId);
  }

  /** Whether what the conversation was at that moment (its `updatedAt`) has been told. */
  isTold(conversationId: string, updatedAt: Date): boolean {
    return (this.#states.get(conversationId) ?? 0) >= updatedAt.getTime();
  }

  noteSeq(conversationId: string, seq: number): void {
    this.#seqs.set(conversationId, Math.max(seq, this.#seqs.get(conversationId) ?? 0));
  }

  noteState(conversationId: string, updatedAt: Date): void {
    this.#states.set(conversationId, Math.max(updatedAt.getTime(), this.#states.get(conversationId) ?? 0));
  }

  forget(conversationId: string): void {
    this.#seqs.delete(conversationId);
    this.#states.delete(conversationId);
  }

  clear(): void {
    this.#seqs.clear();
    this.#states.clear();
  }

  /** Forgets what has not changed since then. */
  forgetBefore(moment: Date): void {
    for (const [id, updatedAt] of this.#states) if (updatedAt < moment.getTime()) this.forget(id);
  }
}
