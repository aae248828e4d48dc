type Counted = { id: string; lastSeq: number };

/** A stretch of a conversation's messages: those after `after`, up to `upTo`. */
export type ExportBatch<C> = { conversation: C; after: number; upTo: number };

/** Divides conversations into parts of their messages, and those into batches of at most so many messages. */
export function batchesOf<C extends Counted>(conversations: C[], most: number): ExportBatch<C>[][] {
  const batches: ExportBatch<C>[][] = [];
  let room = 0;
  for (const conversation of conversations) {
    let after = 0;
    do {
      if (room === 0) {
        batches.push([]);
        room = most;
      }
      const upTo = Math.min(conversation.lastSeq, after + room);
      batches.at(-1)?.push({ conversation, after, upTo });
      room -= Math.max(1, upTo - after);
      after = upTo;
    } while (after < conversation.lastSeq);
  }
  return batches;
}
