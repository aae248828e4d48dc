import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 100;
const PATIENCE_MS = 10_000;

/** Requests the inbox again and again until it's stopped. Returns how long each took, in milliseconds. */
export function probeInbox(baseUrl: string, token: string) {
  const stop = new AbortController();
  const times: number[] = [];
  let failures = 0;
  const one = async () => {
    const started = performance.now();
    try {
      const response = await fetch(`${baseUrl}/conversations`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.arrayBuffer();
      if (response.ok) times.push(performance.now() - started);
      else failures += 1;
    } catch {
      failures += 1;
    }
  };
  const run = async () => {
    const all: Promise<void>[] = [];
    while (!stop.signal.aborted) {
      all.push(one());
      await pause(EVERY_MS);
    }
    await Promise.all(all);
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
    return { times, failures };
  };
}
