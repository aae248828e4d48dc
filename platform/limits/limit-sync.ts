import { env } from "../env.ts";
import { log } from "../log.ts";
import { withTimeout } from "../redis.ts";
import type { Count, Counters } from "./counters.ts";
import { postgresStore } from "./postgres-store.ts";
import { redisStore } from "./redis-store.ts";
import type { RuleName } from "./rules.ts";
import type { CountIncrement, SharedCount, SharedCounterStore } from "./shared-counter-store.ts";

const EVERY_MS = 1_000;
const PATIENCE_MS = 3_000;
const BATCH_MAX = 2_000;
// A count below this share of its limit isn't shared: that many processes can't exceed the limit before one of them shares.
const SHARED_FROM = 1 / 32;

type Noted = { rule: RuleName; counters: Counters; count: Count };
type Pending = { count: Count; addition: CountIncrement };

/**
 * Adds up the counts of all processes once a second, without delaying requests. If the store can't be reached, each
 * process counts on its own.
 */
export class LimitSync {
  /** Counts used since the last round. */
  #noted = new Map<Count, Noted>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** How many times in a row the store was unreachable. */
  #failures = 0;
  readonly #closing = new AbortController();

  note(noted: Noted): void {
    if (this.#closing.signal.aborted) return;
    this.#noted.set(noted.count, noted);
    this.#timer ??= setTimeout(() => this.#begin(), EVERY_MS).unref();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #begin(): void {
    this.#running = this.#share().finally(() => {
      this.#timer = undefined;
      const [waiting] = this.#noted.values();
      if (waiting) this.note(waiting);
    });
  }

  async #share(): Promise<void> {
    const pending = this.#take();
    if (pending.length === 0) return;
    try {
      const totals = await withTimeout(PATIENCE_MS, chooseStore().add(pending.map(({ addition }) => addition)));
      applyTotals(pending, totals);
      this.#noteReached();
    } catch (error) {
      this.#noteAway(error);
    }
  }

  #take(): Pending[] {
    const due = [...this.#noted.values()].filter(isDue);
    this.#noted = new Map(due.slice(BATCH_MAX).map((noted) => [noted.count, noted]));
    return due.slice(0, BATCH_MAX).map(({ rule, counters, count }) => ({
      count,
      addition: {
        key: `${rule}:${count.key}`,
        period: count.period,
        add: count.own - count.sent,
        keepMs: 2 * counters.windowMs,
      },
    }));
  }

  #noteAway(error: unknown): void {
    this.#failures += 1;
    if (this.#failures > 1) return;
    const reason = error instanceof Error ? (error.message.trim().split("\n").at(-1) ?? "") : "";
    log().warn({ reason }, "cannot share limits with other processes for now; each process counts on its own");
  }

  #noteReached(): void {
    if (this.#failures > 0) log().info("sharing limits with other processes again");
    this.#failures = 0;
  }
}

const isDue = ({ counters, count: { own, sent, others } }: Noted) =>
  sent > 0 || others > 0 || own >= counters.limit * SHARED_FROM;

function applyTotals(pending: Pending[], totals: SharedCount[]): void {
  const byKey = new Map(totals.map((total) => [total.key, total]));
  for (const { count, addition } of pending) {
    const total = byKey.get(addition.key);
    // The window ended meanwhile. The next round covers the current one.
    if (count.period !== addition.period) continue;
    count.sent += addition.add;
    if (total?.period !== count.period) continue;
    count.others = Math.max(0, total.current - count.sent);
    count.previous = Math.max(count.previous, total.previous);
  }
}

function chooseStore(): SharedCounterStore {
  return env().REDIS_URL === undefined ? postgresStore : redisStore;
}
