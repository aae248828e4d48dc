import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { batchesOf } from "#lib/data/exports/rules.ts";

const conversation = fc.record({ id: fc.uuid(), lastSeq: fc.integer({ min: 0, max: 50 }) });

test("every message of every conversation is in one batch, in order, and no batch exceeds its size", {
  tag: "@all",
}, () => {
  fc.assert(
    fc.property(fc.array(conversation), fc.integer({ min: 1, max: 20 }), (conversations, most) => {
      const batches = batchesOf(conversations, most);
      for (const batch of batches) {
        // An empty conversation takes a place too.
        expect(batch.length).toBeLessThanOrEqual(most);
        expect(batch.reduce((sum, { after, upTo }) => sum + upTo - after, 0)).toBeLessThanOrEqual(most);
      }
      const exported = batches
        .flat()
        .flatMap(({ conversation, after, upTo }) =>
          Array.from({ length: upTo - after }, (_, n) => `${conversation.id}:${after + n + 1}`),
        );
      const expected = conversations.flatMap(({ id, lastSeq }) =>
        Array.from({ length: lastSeq }, (_, n) => `${id}:${n + 1}`),
      );
      expect(exported).toEqual(expected);
      // One without a message is included too, and the beginning of each once.
      const begun = batches.flat().filter(({ after }) => after === 0);
      expect(begun.map(({ conversation: { id } }) => id)).toEqual(conversations.map(({ id }) => id));
    }),
  );
});
