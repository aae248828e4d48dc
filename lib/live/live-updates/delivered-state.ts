import type { Side } from "../../base/changes/change.ts";

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
  /** The last note sent of each conversation, and when. */
  readonly #notes = new Map<string, { seq: number; at: number }>();
  /** When each person last read a conversation or marked it unread, as it was sent to them, and when that was. */
  readonly #reads = new Map<string, { readAt: number; at: number }>();

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

  /** Whether this note of a conversation, or a later one, has been sent. */
  isNoteDelivered(conversationId: string, seq: number): boolean {
    return (this.#notes.get(conversationId)?.seq ?? 0) >= seq;
  }

  noteNote(conversationId: string, seq: number): void {
    const last = Math.max(seq, this.#notes.get(conversationId)?.seq ?? 0);
    this.#notes.set(conversationId, { seq: last, at: Date.now() });
  }

  /** Whether a person has been sent what they've read of a conversation, as of this time. */
  isReadDelivered(conversationId: string, userId: string, readAt: Date): boolean {
    return (this.#reads.get(`${conversationId} ${userId}`)?.readAt ?? 0) >= readAt.getTime();
  }

  noteRead(conversationId: string, userId: string, readAt: Date): void {
    this.#reads.set(`${conversationId} ${userId}`, { readAt: readAt.getTime(), at: Date.now() });
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
    for (const delivered of [this.#ranges, this.#states, this.#readPositions, this.#notes]) delivered.delete(id);
  }

  clear(): void {
    const all = [this.#ranges, this.#states, this.#readPositions, this.#deletions, this.#notes, this.#reads];
    for (const delivered of all) delivered.clear();
  }

  /** Forgets conversations unchanged since then by the database's clock, and deletions, notes and reads older than that. */
  forgetBefore(moment: Date, keepMs: number): void {
    const oldest = Date.now() - keepMs;
    for (const [id, at] of this.#deletions) if (at < oldest) this.#deletions.delete(id);
    for (const sent of [this.#notes, this.#reads]) for (const [id, { at }] of sent) if (at < oldest) sent.delete(id);
    for (const [id, updatedAt] of this.#states) if (updatedAt < moment.getTime()) this.#states.delete(id);
    for (const id of this.#ranges.keys()) if (!this.#states.has(id)) this.#ranges.delete(id);
    for (const id of this.#readPositions.keys()) if (!this.#states.has(id)) this.#readPositions.delete(id);
  }
}
