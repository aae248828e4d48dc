import type { Message, Side } from "./live-event.ts";
import type { Unsent } from "./unsent.ts";

export type Joined = {
  /** The key of each sent message, by id, so that its element stays the same. */
  keys: ReadonlyMap<string, string>;
  /** Messages that aren't stored yet. */
  unsent: Unsent[];
};

/**
 * Finds the unsent messages that are stored already, although their response hasn't arrived or got lost: the first of
 * the writer's own messages with the same text that's newer than the last one known at sending.
 */
export function matchOptimistic(messages: readonly Message[], unsent: readonly Unsent[], writer: Side): Joined {
  const keys = new Map<string, string>();
  const rest = unsent.filter(({ key, body, after, state }) => {
    if (typeof after !== "number" || state === "rejected") return true;
    const stored = messages.find(
      ({ id, seq, senderType, body: text }) => seq > after && senderType === writer && text === body && !keys.has(id),
    );
    if (stored) keys.set(stored.id, key);
    return !stored;
  });
  return { keys, unsent: rest };
}
