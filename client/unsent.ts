import type { SendProblem } from "./send-problem.ts";
import { readStored, type Storage } from "./storage.ts";

/**
 * A message that the server does not have yet, as far as this browser knows. A "failed" one holds back those after it, so
 * that order is kept; a "rejected" one waits for its writer's decision alone.
 */
export type Unsent = {
  /** Made before it is first sent, and the same in every try. */
  key: string;
  /** Where it goes: messages with the same `to` keep their order among themselves. */
  to: string;
  body: string;
  createdAt: string;
  /** Counts up over all that were written. */
  order: number;
  state: "waiting" | "sending" | "failed" | "rejected";
  /** Why the last try did not succeed. */
  problem?: SendProblem;
  /** The last `seq` that was known when it was first sent: it is stored after that, if it is. */
  after?: number;
  failures: number;
  triedAt: number;
  waitMs: number;
};

const START = "unsent:";

/** A message that was not tried yet. */
export const UNTRIED = { to: "", state: "waiting", failures: 0, triedAt: 0, waitMs: 0 } as const;

/** The unsent messages, in the order they were written. Each has a place of its own, so that tabs do not overwrite each other's. */
export function readUnsent(storage: Storage): Unsent[] {
  return storage
    .names(START)
    .map((name) => readStored(storage, name, isUnsent))
    .filter((message) => message !== undefined)
    .map(complete)
    .sort((one, other) => one.order - other.order || (one.key < other.key ? -1 : 1));
}

export function keepUnsent(storage: Storage, message: Unsent): void {
  storage.set(START + message.key, JSON.stringify(message));
}

export function dropUnsent(storage: Storage, key: string): void {
  storage.remove(START + key);
}

/** The next message to send: where one is held back, so are those after it that go to the same place. */
export function nextToSend(list: readonly Unsent[], now: number): Unsent | undefined {
  const blocked = new Set<string>();
  for (const message of list) {
    if (message.state === "rejected" || blocked.has(message.to)) continue;
    if (message.state !== "failed" && dueIn(message, now) === 0) return message;
    blocked.add(message.to);
  }
  return undefined;
}

/** How long until a message may be tried again. A clock that was set back makes nothing wait longer. */
export function dueIn({ triedAt, waitMs }: Unsent, now: number): number {
  return now < triedAt ? 0 : Math.max(0, triedAt + waitMs - now);
}

/** What an older version left out or something corrupted counts as untried: nothing may block the rest forever. */
function complete(message: Unsent): Unsent {
  const fresh = { ...UNTRIED, createdAt: new Date().toISOString() };
  const missing = Object.entries(fresh).filter(([name, value]) => typeof value !== typeof Reflect.get(message, name));
  return { ...message, ...Object.fromEntries(missing) };
}

function isUnsent(value: unknown): value is Unsent {
  const { key, body, order } = Object(value) as Record<string, unknown>;
  return typeof key === "string" && typeof body === "string" && typeof order === "number";
}
