const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const SAME_PRESS_MS = 1_000;
const LONGEST_STOP_MS = 9_500;

/**
 * A signal that is aborted once the operator wants this process to end. The second time, or when ending takes too long,
 * the process just ends.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let askedAt = 0;
  const ask = () => {
    if (!stop.signal.aborted) {
      askedAt = Date.now();
      setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
      stop.abort();
      return;
    }
    // npm passes Ctrl-C on although the terminal has told us already.
    if (Date.now() - askedAt > SAME_PRESS_MS) process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, ask);
  return stop.signal;
}

export function whenStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
