const IDLE_MS = 30_000;
const CHECK_EVERY_MS = 1_000;
const GRACE_MS = 30_000;
const LEAST_BYTES_PER_SECOND = 4_096;

/** Aborted if a file's sender pauses for too long, or is very slow on the whole. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";
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
  async function* watched() {
    for await (const chunk of source) {
      lastAt = now();
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { stream: watched(), signal: slow.signal, end: () => clearInterval(timer) };
}
