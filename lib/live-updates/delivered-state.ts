import type { Side } from "../changes/change.ts";

/** A range of messages by `seq`, both ends included. */
export type SeqRange = { first: number; last: number };

/**
 * Tracks what this process has sent of each recently changed conversation, so that the reconciler doesn't send it
 * again.
 */
export class DeliveredState {
  readonly #stretches = new Map<string, SeqRange>();
  readonly #states = new Map<string, number>();
  readonly #marks = new Map<string, Record<Side, number>>();
  readonly #deletions = new Map<string, number>();

  /** Returns the range of messages sent recently, or undefined without any. */
  stretchOf(conversationId: string): SeqRange | undefined {
    return this.#stretches.get(conversationId);
  }

  /** Whether the conversation has been sent as of this `updatedAt`. */
  isTold(conversationId: string, updatedAt: Date): boolean {
    return (this.#states.get(conversationId) ?? 0) >= updatedAt.getTime();
  }

  noteStretch(conversationId: string, { first, last }: SeqRange): void {
    const before = this.#stretches.get(conversationId);
    const told = { first: Math.min(first, before?.first ?? first), last: Math.max(last, before?.last ?? last) };
    this.#stretches.set(conversationId, told);
  }

  noteState(conversationId: string, updatedAt: Date): void {
    this.#states.set(conversationId, Math.max(updatedAt.getTime(), this.#states.get(conversationId) ?? 0));
  }

  /** Records how far a side has read. Returns whether that's new: read positions may arrive out of order. */
  noteMark(conversationId: string, by: Side, seq: number): boolean {
    const marks = this.#marks.get(conversationId) ?? { owner: 0, visitor: 0 };
    if (seq <= marks[by]) return false;
    this.#marks.set(conversationId, { ...marks, [by]: seq });
    return true;
  }

  /** Forgets which messages were sent, because newer ones weren't. */
  forgetStretch(conversationId: string): void {
    this.#stretches.delete(conversationId);
  }

  /** Whether the deletion of this conversation or site has been sent. */
  isToldDeleted(id: string): boolean {
    return this.#deletions.has(id);
  }

  noteDeleted(id: string): void {
    this.#deletions.set(id, Date.now());
    for (const told of [this.#stretches, this.#states, this.#marks]) told.delete(id);
  }

  clear(): void {
    for (const told of [this.#stretches, this.#states, this.#marks, this.#deletions]) told.clear();
  }

  /** Forgets conversations unchanged since then by the database's clock, and deletions older than that. */
  forgetBefore(moment: Date, keepDeletionsMs: number): void {
    for (const [id, at] of this.#deletions) if (at < Date.now() - keepDeletionsMs) this.#deletions.delete(id);
    for (const [id, updatedAt] of this.#states) if (updatedAt < moment.getTime()) this.#states.delete(id);
    for (const id of this.#stretches.keys()) if (!this.#states.has(id)) this.#stretches.delete(id);
    for (const id of this.#marks.keys()) if (!this.#states.has(id)) this.#marks.delete(id);
  }
}
