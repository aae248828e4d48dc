import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";

const RETRY_AFTER_SECONDS = 30;
const TELL_EVERY_MS = 60_000;

/** How many streams are open in this process, in all and by where they go. */
export class StreamRoom {
  readonly #open = new Map<string, number>();
  #all = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  /**
   * Takes the room of one more, until what this answers is called. `place` is what it is counted by beside the whole, null
   * for nothing. Throws `rate_limited` where there is none left.
   */
  enter(place: string | null): () => void {
    const { RATE_LIMITS, LIMIT_STREAMS, LIMIT_STREAMS_SITE_ADDRESS } = env();
    const here = place === null ? 0 : (this.#open.get(place) ?? 0);
    if (RATE_LIMITS === "on") {
      if (this.#all >= LIMIT_STREAMS) this.#tell();
      if (this.#all >= LIMIT_STREAMS) throw full("streams", LIMIT_STREAMS);
      if (here >= LIMIT_STREAMS_SITE_ADDRESS) throw full("streams-site-address", LIMIT_STREAMS_SITE_ADDRESS);
    }
    this.#all += 1;
    if (place !== null) this.#open.set(place, here + 1);
    let isIn = true;
    return () => {
      if (isIn) this.#leave(place);
      isIn = false;
    };
  }

  #leave(place: string | null): void {
    this.#all -= 1;
    if (place === null) return;
    const left = (this.#open.get(place) ?? 0) - 1;
    if (left > 0) this.#open.set(place, left);
    else this.#open.delete(place);
  }

  #tell(): void {
    if (performance.now() - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = performance.now();
    log().warn(
      { streams: this.#all },
      "this process has as many streams as LIMIT_STREAMS allows; who comes now has to ask",
    );
  }
}

const full = (policy: string, quota: number) =>
  new AppError("rate_limited", { limit: { policy, quota, retryAfter: RETRY_AFTER_SECONDS } });
