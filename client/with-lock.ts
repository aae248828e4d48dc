import { type Clock, systemClock } from "./clock.ts";

const PATIENCE_MS = 30_000;

export type LockOptions = { locks: LockManager | undefined; name: string; patienceMs?: number; clock?: Clock };

/**
 * Runs while no other tab of this browser runs the same. The wait for a tab that hangs is limited, and without Web Locks
 * (plain http, or a frame that may not use them) there's no wait, so the work has to tolerate running twice.
 */
export async function withLock<T>(options: LockOptions, run: () => Promise<T>): Promise<T> {
  const { locks, name, patienceMs = PATIENCE_MS, clock = systemClock } = options;
  if (!locks) return run();
  let running: Promise<T> | undefined;
  const begin = () => {
    running ??= run();
    return running;
  };
  const waiting = new AbortController();
  const cancel = clock.after(patienceMs, () => waiting.abort());
  try {
    await locks.request(name, { signal: waiting.signal }, () => {
      cancel();
      return begin();
    });
  } catch {
    if (!running && waiting.signal.aborted) await locks.request(name, { steal: true }, begin).catch(() => {});
  } finally {
    cancel();
  }
  // Another tab may have taken the lock meanwhile. Work that has started is finished.
  return begin();
}
