/** A message as the API gives it. */
export type Message = {
  id: string;
  seq: number;
  senderType: string;
  body: string;
  createdAt: string;
};

/** A message in the list; `key` stays the same from before it was sent, so that its bubble does too. */
export type SentMessage = Message & { key: string };

/**
 * A message that the server does not have yet. A "failed" one holds back those after it, so that order is kept; a
 * "rejected" one waits for the visitor's decision alone.
 */
export type UnsentMessage = {
  key: string;
  body: string;
  createdAt: string;
  state: "waiting" | "sending" | "failed" | "rejected";
  why?: string;
};

/** Adds messages to the list: one for each id, in the order of `seq`. */
export function mergeMessages(known: readonly SentMessage[], added: readonly (Message & { key?: string })[]) {
  const byId = new Map<string, SentMessage>(known.map((message) => [message.id, message]));
  for (const message of added) {
    const key = byId.get(message.id)?.key ?? message.key ?? message.id;
    byId.set(message.id, { ...message, key });
  }
  return [...byId.values()].sort((one, other) => one.seq - other.seq);
}

/** The next message to send: none while one is under way, or while one before it needs the visitor. */
export function nextToSend(unsent: readonly UnsentMessage[]): UnsentMessage | undefined {
  const first = unsent.find(({ state }) => state !== "rejected");
  return first?.state === "waiting" ? first : undefined;
}
