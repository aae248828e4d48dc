import { backoff } from "./backoff.ts";
import { type Clock, systemClock } from "./clock.ts";
import { judgeSend, type SendProblem } from "./send-problem.ts";
import type { Storage } from "./storage.ts";
import { createStore, type Readable } from "./store.ts";
import {
  addUnsent,
  dropUnsent,
  dueIn,
  keepUnsent,
  nextToSend,
  readUnsent,
  takeUnsent,
  type Unsent,
  type UnsentFields,
} from "./unsent.ts";
import { withLock } from "./with-lock.ts";

const RESPONSE_MS = 20_000;

export type Delivery<T> = { ok: true; value: T } | { ok: false; problem: SendProblem };

export type OutboxOptions<T> = {
  /** The same in all tabs that share the storage. */
  name: string;
  storage: Storage;
  locks: LockManager | undefined;
  /** Sends one message with its key. */
  deliver: (message: Unsent) => Promise<Delivery<T>>;
  /**
   * Called once the server has stored it, before it leaves the list, so that it can be shown as sent without a gap.
   */
  onSent: (message: Unsent, value: T) => void;
  /** The last known `seq` of the conversation's messages, or notes. It's stored as JSON, so it must be finite. */
  lastSeq: (to: string, kind: Unsent["kind"]) => number;
  isOnline?: () => boolean;
  clock?: Clock;
};

export type Outbox = {
  state: Readable<{ unsent: Unsent[] }>;
  /** Starts with what an earlier page left unsent. */
  start: () => void;
  stop: () => void;
  /** Keeps a message and sends it when its turn comes. */
  add: (body: string, fields?: UnsentFields) => void;
  /** Sends a failed or waiting message again, along with the other failed ones of its conversation. */
  retry: (key: string) => void;
  /** Removes a message, to edit or discard it. Returns its text. */
  take: (key: string) => string;
  /** The connection may be back, so messages that wait for it are retried. */
  wake: () => void;
};

/**
 * Sends messages one at a time in the order they were written, and keeps each until the server has stored it, through
 * reloads, crashes and outages. All tabs see the same list, and only one of them sends.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: each step of sending reads and changes the same stored list and timer.
export function createOutbox<T>(options: OutboxOptions<T>): Outbox {
  const { name, storage, locks, clock = systemClock, isOnline = () => true } = options;
  const store = createStore<{ unsent: Unsent[] }>({ unsent: readUnsent(storage) });
  let isStarted = false;
  let isRunning = false;
  let isAskedAgain = false;
  let cancelTimer = () => {};
  let unwatch = () => {};

  const refresh = () => store.set({ unsent: readUnsent(storage) });

  const change = (message: Unsent, update: Partial<Unsent>) => keepUnsent(storage, { ...message, ...update });

  const again = (message: Unsent) => change(message, { state: "waiting", waitMs: 0, failures: 0 });

  const releaseFailed = (to: string) => {
    for (const message of readUnsent(storage)) if (message.to === to && message.state === "failed") again(message);
  };

  const send = async (message: Unsent) => {
    const after = message.after ?? options.lastSeq(message.to, message.kind);
    // Without a lock, the other tabs leave it alone for as long as a response may take.
    const hold = { triedAt: clock.now(), waitMs: locks ? 0 : RESPONSE_MS };
    const sending: Unsent = { ...message, state: "sending", after, ...hold };
    keepUnsent(storage, sending);
    refresh();
    const delivery = await options.deliver(sending).catch(noResponse);
    // It may have been changed or removed meanwhile, or another tab has sent it.
    const kept = readUnsent(storage).find(({ key }) => key === message.key);
    if (delivery.ok) {
      options.onSent(sending, delivery.value);
      dropUnsent(storage, message.key);
    } else if (kept) keep(kept, delivery.problem);
    refresh();
  };

  const keep = (message: Unsent, problem: SendProblem) => {
    const verdict = judgeSend(problem);
    if (verdict === "edit") return change(message, { state: "rejected", problem });
    if (verdict === "retry") return change(message, { state: "failed", problem });
    const failures = message.failures + 1;
    const waitMs = Math.max(problem.retryAfter * 1000, backoff(failures));
    change(message, { state: "waiting", problem, failures, triedAt: clock.now(), waitMs });
  };

  const sendAll = async () => {
    for (;;) {
      const next = isStarted && isOnline() ? nextToSend(readUnsent(storage), clock.now()) : undefined;
      if (!next) return;
      await send(next);
    }
  };

  const run = async () => {
    isAskedAgain = true;
    if (isRunning || !isStarted) return;
    isRunning = true;
    try {
      while (isAskedAgain && isStarted) {
        isAskedAgain = false;
        const hasWork = isOnline() && nextToSend(readUnsent(storage), clock.now());
        if (hasWork) await withLock({ locks, name: `${name}:outbox`, clock }, sendAll);
      }
    } finally {
      isRunning = false;
    }
    schedule();
  };

  const schedule = () => {
    cancelTimer();
    if (!isStarted) return;
    const waits = readUnsent(storage)
      .filter(({ state }) => state === "waiting" || state === "sending")
      .map((message) => dueIn(message, clock.now()))
      .filter((ms) => ms > 0);
    if (waits.length > 0) cancelTimer = clock.after(Math.min(...waits), () => void run());
  };

  const runNow = () => {
    refresh();
    void run();
  };

  return {
    state: store,
    start: () => {
      if (isStarted) return;
      isStarted = true;
      unwatch = storage.watch(runNow);
      for (const message of readUnsent(storage)) if (message.state === "failed") again(message);
      runNow();
    },
    stop: () => {
      isStarted = false;
      unwatch();
      cancelTimer();
    },
    add: (body, fields = {}) => {
      // A new message also retries the earlier failed ones.
      releaseFailed(fields.to ?? "");
      addUnsent(storage, { body, ...fields }, clock.now());
      runNow();
    },
    retry: (key) => {
      const message = readUnsent(storage).find((one) => one.key === key);
      if (!message) return;
      again(message);
      releaseFailed(message.to);
      runNow();
    },
    take: (key) => {
      const body = takeUnsent(storage, key);
      runNow();
      return body;
    },
    wake: () => {
      for (const message of readUnsent(storage)) {
        if (message.state === "waiting" && message.waitMs > 0 && !message.problem?.retryAfter) again(message);
      }
      runNow();
    },
  };
}

function noResponse(): { ok: false; problem: SendProblem } {
  return { ok: false, problem: { status: 0, code: "no_answer", retryAfter: 0, fields: [] } };
}
