import type { Side } from "../changes/change.ts";

/** A range of messages by `seq`, both ends included. */
export type SeqRange = { first: number; last: number };

/**
 * Tracks what this process has sent of each recently changed conversation, so that the reconciler doesn't send it
 * again.
 */
export class DeliveredState {
  readonly #ranges = new Map<string, SeqRange>();
  readonly #states = new Map<string, number>();
  readonly #readPositions = new Map<string, Record<Side, number>>();
  readonly #deletions = new Map<string, number>();

  /** Returns the range of messages sent recently, or undefined without any. */
  rangeOf(conversationId: string): SeqRange | undefined {
    return this.#ranges.get(conversationId);
  }

  /** Whether the conversation has been sent as of this `updatedAt`. */
  isDelivered(conversationId: string, updatedAt: Date): boolean {
    return (this.#states.get(conversationId) ?? 0) >= updatedAt.getTime();
  }

  noteRange(conversationId: string, { first, last }: SeqRange): void {
    const before = this.#ranges.get(conversationId);
    const delivered = { first: Math.min(first, before?.first ?? first), last: Math.max(last, before?.last ?? last) };
    this.#ranges.set(conversationId, delivered);
  }

  noteState(conversationId: string, updatedAt: Date): void {
    this.#states.set(conversationId, Math.max(updatedAt.getTime(), this.#states.get(conversationId) ?? 0));
  }

  /** Records how far a side has read. Returns whether that's new: read positions may arrive out of order. */
  noteReadPosition(conversationId: string, by: Side, seq: number): boolean {
    const positions = this.#readPositions.get(conversationId) ?? { owner: 0, visitor: 0 };
    if (seq <= positions[by]) return false;
    this.#readPositions.set(conversationId, { ...positions, [by]: seq });
    return true;
  }

  /** Forgets which messages were sent, because newer ones weren't. */
  forgetRange(conversationId: string): void {
    this.#ranges.delete(conversationId);
  }

  /** Whether the deletion of this conversation or site has been sent. */
  isDeletionDelivered(id: string): boolean {
    return this.#deletions.has(id);
  }

  noteDeleted(id: string): void {
    this.#deletions.set(id, Date.now());
    for (const delivered of [this.#ranges, this.#states, this.#readPositions]) delivered.delete(id);
  }

  clear(): void {
    for (const delivered of [this.#ranges, this.#states, this.#readPositions, this.#deletions]) delivered.clear();
  }

  /** Forgets conversations unchanged since then by the database's clock, and deletions older than that. */
  forgetBefore(moment: Date, keepDeletionsMs: number): void {
    for (const [id, at] of this.#deletions) if (at < Date.now() - keepDeletionsMs) this.#deletions.delete(id);
    for (const [id, updatedAt] of this.#states) if (updatedAt < moment.getTime()) this.#states.delete(id);
    for (const id of this.#ranges.keys()) if (!this.#states.has(id)) this.#ranges.delete(id);
    for (const id of this.#readPositions.keys()) if (!this.#states.has(id)) this.#readPositions.delete(id);
  }
}
