const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const SAME_PRESS_MS = 1_000;
const LONGEST_STOP_MS = 9_500;

/**
 * Returns a signal that aborts when the operator stops this process. On a second request, or if stopping takes too
 * long, the process exits at once.
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
    // npm passes Ctrl-C on although the terminal has already sent it to us.
    if (Date.now() - askedAt > SAME_PRESS_MS) process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, ask);
  return stop.signal;
}

export function whenStopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
