import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import type { NetworkKey } from "./keys.ts";

const RETRY_AFTER_SECONDS = 30;
const WARN_EVERY_MS = 60_000;
// The share of a process's streams that visitors can't use up.
const PART_FOR_OWNERS = 1 / 20;

/** What a visitor's stream counts towards, besides the process's total. */
export type StreamKeys = { siteId: string; networks: NetworkKey[] };

type Counted = { policy: string; key: string; quota: number };

/** Counts the streams open in this process, in total and by site and network. */
export class StreamSlots {
  readonly #open = new Map<string, number>();
  #all = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  /**
   * Takes a slot until the returned function is called. An owner's stream has no keys. Throws `rate_limited` if none is
   * left.
   */
  enter(keys: StreamKeys | null): () => void {
    const counted = keys === null ? [] : countedBy(keys);
    if (env().RATE_LIMITS === "on") this.#requireSlot(keys !== null, counted);
    this.#all += 1;
    for (const { key } of counted) this.#open.set(key, this.#openAt(key) + 1);
    let isIn = true;
    return () => {
      if (isIn) this.#leave(counted);
      isIn = false;
    };
  }

  #requireSlot(isVisitor: boolean, counted: Counted[]): void {
    const { LIMIT_STREAMS } = env();
    const quota = isVisitor ? LIMIT_STREAMS - Math.floor(LIMIT_STREAMS * PART_FOR_OWNERS) : LIMIT_STREAMS;
    if (this.#all >= quota) {
      this.#warn();
      throw full("streams", quota);
    }
    const reached = counted.find(({ key, quota }) => this.#openAt(key) >= quota);
    if (reached) throw full(reached.policy, reached.quota);
  }

  #openAt = (key: string) => this.#open.get(key) ?? 0;

  #leave(counted: Counted[]): void {
    this.#all -= 1;
    for (const { key } of counted) {
      const left = this.#openAt(key) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    }
  }

  #warn(): void {
    if (performance.now() - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = performance.now();
    log().warn(
      { streams: this.#all },
      "this process has as many streams as LIMIT_STREAMS allows; further clients poll",
    );
  }
}

function countedBy({ siteId, networks }: StreamKeys): Counted[] {
  const { LIMIT_STREAMS_ADDRESS, LIMIT_STREAMS_SITE_ADDRESS } = env();
  return networks.flatMap(({ key, times }) => [
    { policy: "streams-site-address", key: `${siteId}/${key}`, quota: LIMIT_STREAMS_SITE_ADDRESS * times },
    { policy: "streams-address", key, quota: LIMIT_STREAMS_ADDRESS * times },
  ]);
}

const full = (policy: string, quota: number) =>
  new AppError("rate_limited", { limit: { policy, quota, retryAfter: RETRY_AFTER_SECONDS } });
