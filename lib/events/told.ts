/** Messages by their `seq`, both ends included. */
export type ToldStretch = { first: number; last: number };

/** How far this process has told of each conversation that changed lately, so that nothing is told twice or skipped. */
export class ToldConversations {
  readonly #stretches = new Map<string, ToldStretch>();
  readonly #states = new Map<string, number>();

  /** The messages that were told, undefined where none was lately. */
  stretchOf(conversationId: string): ToldStretch | undefined {
    return this.#stretches.get(conversationId);
  }

  /** Whether what the conversation was at that moment (its `updatedAt`) has been told. */
  isTold(conversationId: string, updatedAt: Date): boolean {
    return (this.#states.get(conversationId) ?? 0) >= updatedAt.getTime();
  }

  noteStretch(conversationId: string, { first, last }: ToldStretch): void {
    const before = this.#stretches.get(conversationId);
    const told = { first: Math.min(first, before?.first ?? first), last: Math.max(last, before?.last ?? last) };
    this.#stretches.set(conversationId, told);
  }

  noteState(conversationId: string, updatedAt: Date): void {
    this.#states.set(conversationId, Math.max(updatedAt.getTime(), this.#states.get(conversationId) ?? 0));
  }

  forget(conversationId: string): void {
    this.#stretches.delete(conversationId);
    this.#states.delete(conversationId);
  }

  clear(): void {
    this.#stretches.clear();
    this.#states.clear();
  }

  /** Forgets what has not changed since then. */
  forgetBefore(moment: Date): void {
    for (const [id, updatedAt] of this.#states) if (updatedAt < moment.getTime()) this.#states.delete(id);
    for (const id of this.#stretches.keys()) if (!this.#states.has(id)) this.#stretches.delete(id);
  }
}
