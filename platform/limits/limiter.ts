import { env } from "../env.ts";
import { AppError, type ReachedLimit } from "../errors.ts";
import { processWide } from "../process-wide.ts";
import { type Count, Counters } from "./counters.ts";
import { LimitSync } from "./limit-sync.ts";
import { type LimitHit, RULES, type RuleName } from "./rules.ts";

// A key and its count take about 300 bytes.
const KEYS_MAX = 50_000;
const SECOND_MS = 1_000;

/** A hit that can be undone. */
export type LimitCount = { takeBack(): void };

type Used = { rule: RuleName; counters: Counters; count: Count };

const NOTHING: LimitCount = { takeBack: () => undefined };

/** This process's counts for all limits. */
export class Limiter {
  readonly #counters = new Map<string, Counters>();
  readonly #sharing = new LimitSync();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts one hit on each of these. If a limit is reached, counts nothing and returns that limit. */
  count(hits: LimitHit[]): LimitCount | ReachedLimit {
    const used = hits.map((hit) => this.#find(hit));
    for (const one of used) this.#sharing.note(one);
    const full = used.filter(({ counters, count }) => counters.waitMs(count) > 0);
    if (full.length > 0) return lastToPass(full);
    for (const { count } of used) count.own += 1;
    return { takeBack: () => this.#takeBack(used) };
  }

  /** Counts one hit even if the limit is reached. */
  countAnyway(hit: LimitHit): void {
    const used = this.#find(hit);
    this.#sharing.note(used);
    used.count.own += 1;
  }

  /** Returns whether the limit is reached, and counts nothing. */
  isReached(hit: LimitHit): boolean {
    const used = this.#find(hit);
    this.#sharing.note(used);
    return used.counters.waitMs(used.count) > 0;
  }

  /** Stops sharing counts. */
  close(): Promise<void> {
    return this.#sharing.close();
  }

  #find({ rule, key, times = 1 }: LimitHit): Used {
    const name = `${rule} ${times}`;
    const counters = this.#counters.get(name) ?? this.#begin(rule, times);
    this.#counters.set(name, counters);
    return { rule, counters, count: counters.use(key) };
  }

  #begin(rule: RuleName, times: number): Counters {
    const { setting, windowMs } = RULES[rule];
    return new Counters({
      limit: Math.max(1, Math.round(env()[setting] * times)),
      windowMs,
      keysMax: KEYS_MAX,
      now: this.#now,
    });
  }

  #takeBack(used: Used[]): void {
    for (const one of used) {
      one.count.own = Math.max(0, one.count.own - 1);
      this.#sharing.note(one);
    }
  }
}

// If several limits are reached, the one with the longest wait decides: before that, a retry is useless.
function lastToPass(full: Used[]): ReachedLimit {
  const waits = full.map((one) => ({ ...one, ms: one.counters.waitMs(one.count) }));
  const { rule, counters, ms } = waits.reduce((most, one) => (one.ms > most.ms ? one : most));
  const retryAfter = Math.max(1, Math.ceil(ms / SECOND_MS));
  return { policy: rule, quota: counters.limit, windowSeconds: counters.windowMs / SECOND_MS, retryAfter };
}

const limiter = processWide("limiter", () => new Limiter());

/** Counts one hit on each of these, unless limits are off. Throws `rate_limited`, and then counts nothing. */
export function countHits(hits: LimitHit[]): LimitCount {
  if (env().RATE_LIMITS === "off") return NOTHING;
  const counted = limiter().count(hits);
  // Thrown here because each bundle has its own AppError class.
  if ("policy" in counted) throw new AppError("rate_limited", { limit: counted });
  return counted;
}

/** Counts one hit even if the limit is reached, for `isLimitReached`. */
export function countAnyway(hit: LimitHit): void {
  if (env().RATE_LIMITS === "on") limiter().countAnyway(hit);
}

/** Returns whether a limit is reached, and counts nothing. Never while limits are off. */
export const isLimitReached = (hit: LimitHit): boolean => env().RATE_LIMITS === "on" && limiter().isReached(hit);

export const closeLimiter = (): Promise<void> => limiter().close();
