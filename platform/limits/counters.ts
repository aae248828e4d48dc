/** How much of a limit a key has used, in this process and, as of the last sync, in the others. */
export type Count = {
  readonly key: string;
  /** The number of the current window, counted from 1970. */
  period: number;
  own: number;
  /** The part of `own` that has been shared with the other processes. */
  sent: number;
  others: number;
  previous: number;
};

type Options = { limit: number; windowMs: number; keysMax: number; now: () => number };

/** The counts of one limit, for at most `keysMax` keys. Beyond that, the least recently used are dropped. */
export class Counters {
  readonly limit: number;
  readonly windowMs: number;
  readonly #keysMax: number;
  readonly #now: () => number;
  /** Ordered by last use. */
  readonly #counts = new Map<string, Count>();

  constructor({ limit, windowMs, keysMax, now }: Options) {
    this.limit = limit;
    this.windowMs = windowMs;
    this.#keysMax = keysMax;
    this.#now = now;
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Returns the current count of a key. */
  use(key: string): Count {
    const known = this.#counts.get(key);
    if (known) this.#counts.delete(key);
    else if (this.#counts.size >= this.#keysMax) this.#dropOldest();
    const count = known ?? { key, period: this.#period(), own: 0, sent: 0, others: 0, previous: 0 };
    this.#counts.set(key, count);
    this.#turn(count);
    return count;
  }

  /** Returns the milliseconds until one more hit is allowed. 0 if it's allowed now. */
  waitMs({ own, others, previous }: Count): number {
    return waitFor({ current: own + others, previous }, this.#elapsed(), this.limit) * this.windowMs;
  }

  #period = () => Math.floor(this.#now() / this.windowMs);
  #elapsed = () => (this.#now() % this.windowMs) / this.windowMs;

  // If the clock was set back or far ahead, counts start over, so that nobody is locked out.
  #turn(count: Count): void {
    const period = this.#period();
    if (count.period === period) return;
    count.previous = count.period === period - 1 ? count.own + count.others : 0;
    count.own = count.sent = count.others = 0;
    count.period = period;
  }

  #dropOldest(): void {
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest);
      return;
    }
  }
}

/** The counts of the current window and of the complete one before it. */
type Windows = { current: number; previous: number };

/*
 * A sliding window made of two counters. The previous window counts for the part of it that's less than one window
 * ago, as if its hits had been spread evenly. `elapsed` is the elapsed fraction of the current window, 0 to 1.
 */

/** Returns how much of a limit is used. */
function usedOf({ current, previous }: Windows, elapsed: number): number {
  return current + previous * (1 - elapsed);
}

/** Returns the time, in windows, until one more hit fits under the limit. 0 if it does now. */
function waitFor(windows: Windows, elapsed: number, limit: number): number {
  const room = limit - 1;
  const { current, previous } = windows;
  if (usedOf(windows, elapsed) <= room) return 0;
  if (current <= room) return 1 - (room - current) / previous - elapsed;
  return 1 - elapsed + (1 - room / current);
}
