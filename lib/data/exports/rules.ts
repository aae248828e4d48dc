import type { MessageRange } from "../../desk/messages/ranges.system.ts";

type Counted = { id: string; lastSeq: number };

/** A range of a conversation's messages, with the conversation. */
export type ExportBatch<C> = MessageRange & { conversation: C };

/** Splits conversations into ranges of messages, and those into batches of at most `most` messages. */
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
      batches.at(-1)?.push({ conversation, conversationId: conversation.id, after, upTo });
      room -= Math.max(1, upTo - after);
      after = upTo;
    } while (after < conversation.lastSeq);
  }
  return batches;
}
