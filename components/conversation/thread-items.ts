import { matchOptimistic } from "#client/match-optimistic.ts";
import type { Unsent } from "#client/unsent.ts";
import type { MessageJson } from "#lib/messages/schema.ts";

/** A message as the thread shows it. Its key stays the same once it's sent, so that its bubble isn't replaced. */
export type ThreadItem = {
  key: string;
  sender: MessageJson["senderType"];
  body: string;
  createdAt: string;
  /** Set once the server has stored it. */
  seq?: number;
  unsent?: Unsent;
};

const items = new WeakMap<MessageJson | Unsent, ThreadItem>();

// Returns the same object for the same message, so that an unchanged group isn't rendered again.
function itemOf<M extends MessageJson | Unsent>(message: M, make: () => ThreadItem): ThreadItem {
  const known = items.get(message);
  const item = make();
  if (known && known.key === item.key) return known;
  items.set(message, item);
  return item;
}

/** Returns the stored messages followed by the unsent ones, each message once. */
export function threadItems(
  messages: readonly MessageJson[],
  unsent: readonly Unsent[],
  keyOf: (messageId: string) => string | undefined,
): ThreadItem[] {
  const joined = matchOptimistic(messages, unsent, "owner");
  const stored = messages.map((message) =>
    itemOf(message, () => ({
      key: keyOf(message.id) ?? joined.keys.get(message.id) ?? message.id,
      sender: message.senderType,
      body: message.body,
      createdAt: message.createdAt,
      seq: message.seq,
    })),
  );
  const waiting = joined.unsent.map((message) =>
    itemOf(message, () => ({
      key: message.key,
      sender: "owner",
      body: message.body,
      createdAt: message.createdAt,
      unsent: message,
    })),
  );
  return [...stored, ...waiting];
}
