import type { Message, Side } from "./live-event.ts";
import type { Unsent } from "./unsent.ts";

export type Joined = {
  /** By the id of a stored message, the key it had before; so that what is shown stays the same thing. */
  keys: ReadonlyMap<string, string>;
  /** Those that are not among the stored ones yet. */
  unsent: Unsent[];
};

/**
 * Finds the unsent messages that are stored already, though their answer has not come yet or got lost: the first of the
 * writer's own with the same text that is newer than what was known when it was sent.
 */
export function matchOptimistic(messages: readonly Message[], unsent: readonly Unsent[], writer: Side): Joined {
  const keys = new Map<string, string>();
  const rest = unsent.filter(({ key, body, after, state }) => {
    if (after === undefined || state === "rejected") return true;
    const stored = messages.find(
      ({ id, seq, senderType, body: text }) => seq > after && senderType === writer && text === body && !keys.has(id),
    );
    if (stored) keys.set(stored.id, key);
    return !stored;
  });
  return { keys, unsent: rest };
}
