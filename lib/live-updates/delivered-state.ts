import type { Side } from "../changes/change.ts";

/** Messages by their `seq`, both ends included. */
export type SeqRange = { first: number; last: number };

/** How far this process has told of each conversation that changed lately, so that the sweep need not tell it again. */
export class DeliveredState {
  readonly #stretches = new Map<string, SeqRange>();
  readonly #states = new Map<string, number>();
  readonly #marks = new Map<string, Record<Side, number>>();
  readonly #deletions = new Map<string, number>();

  /** The messages that were told, undefined where none was lately. */
  stretchOf(conversationId: string): SeqRange | undefined {
    return this.#stretches.get(conversationId);
  }

  /** Whether what the conversation was at that moment (its `updatedAt`) has been told. */
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

  /** Notes how far a side has read. Answers whether that is news: marks may be told in the wrong order. */
  noteMark(conversationId: string, by: Side, seq: number): boolean {
    const marks = this.#marks.get(conversationId) ?? { owner: 0, visitor: 0 };
    if (seq <= marks[by]) return false;
    this.#marks.set(conversationId, { ...marks, [by]: seq });
    return true;
  }

  /** Forgets which messages were told: some have come since that were not. */
  forgetStretch(conversationId: string): void {
    this.#stretches.delete(conversationId);
  }

  /** Whether it was told that this conversation, or site, is deleted. */
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

  /** Forgets what has not changed since then, by the clock of the database, or what was deleted so long ago. */
  forgetBefore(moment: Date, keepDeletionsMs: number): void {
    for (const [id, at] of this.#deletions) if (at < Date.now() - keepDeletionsMs) this.#deletions.delete(id);
    for (const [id, updatedAt] of this.#states) if (updatedAt < moment.getTime()) this.#states.delete(id);
    for (const id of this.#stretches.keys()) if (!this.#states.has(id)) this.#stretches.delete(id);
    for (const id of this.#marks.keys()) if (!this.#states.has(id)) this.#marks.delete(id);
  }
}
