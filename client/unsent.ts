import type { ReplyActions } from "#lib/desk/messages/schema.ts";
import type { UploadedFile } from "./live-event.ts";
import type { SendProblem } from "./send-problem.ts";
import { readStored, type Storage } from "./storage.ts";

/**
 * A message that the server hasn't stored yet, as far as this browser knows. A "failed" one holds back those after
 * it, so that the order is kept. A "rejected" one waits for its writer's decision.
 */
export type Unsent = {
  /** The idempotency key, created before the first try and the same in each. */
  key: string;
  /** The conversation, or "" for a new one. Messages with the same `to` keep their order. */
  to: string;
  /** If it has files and no text, their names, as the server has it then. */
  body: string;
  /** The ids of files that are uploaded already, and what's shown of them until it's sent. */
  files?: string[];
  uploads?: UploadedFile[];
  /** Closes the conversation once it's stored. */
  close?: true;
  /** What else happens to the conversation then. */
  replyActions?: ReplyActions;
  /** A note for the team, and the teammates it mentions. Without a kind it's a message. */
  kind?: "note";
  mentions?: string[];
  /** The last message and the last note that its writer saw. */
  seenSeq?: number;
  seenNote?: number;
  /** For how many seconds the server holds it, so that it can be taken back, or when it sends it. */
  holdSeconds?: number;
  sendAt?: string;
  createdAt: string;
  /** Increases with every message written. */
  order: number;
  state: "waiting" | "sending" | "failed" | "rejected";
  /** Why the last try failed. */
  problem?: SendProblem;
  /** The last `seq` known at the first try. If the message is stored, it comes after that. */
  after?: number;
  failures: number;
  triedAt: number;
  waitMs: number;
};

const START = "unsent:";

/** The state of a message before its first try. */
export const UNTRIED = { to: "", state: "waiting", failures: 0, triedAt: 0, waitMs: 0 } as const;

/**
 * Returns the unsent messages in the order they were written. Each is stored under its own name, so that tabs don't
 * overwrite each other's.
 */
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

/** What a new message may have besides its text. */
export type UnsentFields = Partial<
  Pick<
    Unsent,
    | "to"
    | "body"
    | "files"
    | "uploads"
    | "close"
    | "replyActions"
    | "kind"
    | "mentions"
    | "seenSeq"
    | "seenNote"
    | "holdSeconds"
    | "sendAt"
  >
>;

/** Stores a new message after the stored ones. */
export function addUnsent(storage: Storage, message: Pick<Unsent, "body"> & UnsentFields, now = Date.now()): void {
  const order = lastOrder(storage) + 1;
  keepUnsent(storage, { ...UNTRIED, ...message, key: newKey(), createdAt: new Date(now).toISOString(), order });
}

/** Moves the messages that were never tried to the end of another storage. Returns them. */
export function moveUntried(from: Storage, to: Storage): Unsent[] {
  const last = lastOrder(to);
  const moved = readUnsent(from).filter(({ triedAt }) => triedAt === 0);
  for (const message of moved) {
    keepUnsent(to, { ...message, order: last + message.order });
    dropUnsent(from, message.key);
  }
  return moved;
}

const lastOrder = (storage: Storage) => Math.max(0, ...readUnsent(storage).map(({ order }) => order));

/** Removes a message, to edit or discard it. Returns its text. */
export function takeUnsent(storage: Storage, key: string): string {
  const body = readUnsent(storage).find((message) => message.key === key)?.body ?? "";
  dropUnsent(storage, key);
  return body;
}

/** Whether a message failed because a colleague wrote meanwhile, so that its writer decides. */
export const isHeld = ({ state, problem }: Pick<Unsent, "state" | "problem">): boolean =>
  state === "failed" && problem?.code === "stale_reply";

/**
 * Returns the next message to send. One that's held back also holds back those after it in the same conversation. Notes and
 * messages don't wait for each other.
 */
export function nextToSend(list: readonly Unsent[], now: number): Unsent | undefined {
  const blocked = new Set<string>();
  for (const message of list) {
    const lane = `${message.kind}${message.to}`;
    if (message.state === "rejected" || blocked.has(lane)) continue;
    if (message.state !== "failed" && dueIn(message, now) === 0) return message;
    blocked.add(lane);
  }
  return undefined;
}

/** Returns how long until a message may be tried again. A clock that was set back doesn't extend that. */
export function dueIn({ triedAt, waitMs }: Unsent, now: number): number {
  return now < triedAt ? 0 : Math.max(0, triedAt + waitMs - now);
}

/** Fills in what's missing or corrupted as untried, so that nothing blocks the rest forever. */
function complete(message: Unsent): Unsent {
  const fresh = { ...UNTRIED, createdAt: new Date().toISOString() };
  const missing = Object.entries(fresh).filter(([name, value]) => typeof value !== typeof Reflect.get(message, name));
  return { ...message, ...Object.fromEntries(missing) };
}

function isUnsent(value: unknown): value is Unsent {
  const { key, body, order } = Object(value) as Record<string, unknown>;
  return typeof key === "string" && typeof body === "string" && typeof order === "number";
}

/** crypto.randomUUID isn't available on plain http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
