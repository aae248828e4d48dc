import { processWide } from "#platform/process-wide.ts";

const IDLE_MS = 30_000;
const CHECK_EVERY_MS = 1_000;
const GRACE_MS = 30_000;
const LEAST_BYTES_PER_SECOND = 4_096;
// While others wait, in which a connection has reached its usual speed.
const BUSY_GRACE_MS = 5_000;
const LEAST_WHILE_BUSY = 65_536;

/** Aborted if a file's sender pauses for too long, is very slow on the whole, or is the slowest while others wait. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";
  readonly isForOthers: boolean;

  constructor({ isForOthers = false } = {}) {
    super();
    this.isForOthers = isForOthers;
  }
}

type Running = { bytesPerSecond(): number; end(): void };

const running = processWide("watched uploads", () => new Set<Running>());

/**
 * Ends the slowest of this process's uploads, if it's slower than 64 KiB a second, to make room for another one. Returns
 * whether it did.
 */
export function endSlowest(): boolean {
  let slowest: Running | undefined;
  let least = LEAST_WHILE_BUSY;
  for (const one of running()) {
    const pace = one.bytesPerSecond();
    if (pace < least) [slowest, least] = [one, pace];
  }
  slowest?.end();
  return slowest !== undefined;
}

type Watched = { stream: AsyncIterable<Uint8Array>; signal: AbortSignal };

/** Passes a stream on, with a signal that aborts with `TooSlow` if it's too slow. Call `end` when it's no longer read. */
export function watchPace(source: AsyncIterable<Uint8Array>, now = () => performance.now()): Watched & { end(): void } {
  const slow = new AbortController();
  const startedAt = now();
  let lastAt = startedAt;
  let bytes = 0;
  const check = () => {
    const elapsed = now() - startedAt;
    const isIdle = now() - lastAt > IDLE_MS;
    const isSlow = elapsed > GRACE_MS && bytes / (elapsed / 1_000) < LEAST_BYTES_PER_SECOND;
    if (isIdle || isSlow) slow.abort(new TooSlow());
  };
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  const one: Running = {
    bytesPerSecond: () => {
      const elapsed = now() - startedAt;
      return elapsed > BUSY_GRACE_MS ? bytes / (elapsed / 1_000) : Number.POSITIVE_INFINITY;
    },
    end: () => {
      running().delete(one);
      slow.abort(new TooSlow({ isForOthers: true }));
    },
  };
  running().add(one);
  const end = () => {
    clearInterval(timer);
    running().delete(one);
  };
  async function* watched() {
    for await (const chunk of source) {
      lastAt = now();
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { stream: watched(), signal: slow.signal, end };
}
