import { backoff } from "./backoff.ts";
import { type Clock, systemClock } from "./clock.ts";

export type RetryLoop = {
  /** Runs now, so that it covers everything before this call. Returns whether the first try worked. */
  request: () => Promise<boolean>;
  stop: () => void;
};

/** Runs one thing at a time, once more if requested meanwhile, and retries with backoff until it works. */
export function createRetryLoop(run: () => Promise<boolean>, clock: Clock = systemClock): RetryLoop {
  let current: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;
  let failures = 0;
  let isStopped = false;
  let cancelRetry = () => {};

  const begin = async (): Promise<boolean> => {
    cancelRetry();
    const worked = await run().catch(() => false);
    failures = worked ? 0 : failures + 1;
    if (!worked && !isStopped) cancelRetry = clock.after(backoff(failures), () => void request());
    return worked;
  };

  const startNow = () => {
    current = begin().finally(() => {
      current = undefined;
    });
    return current;
  };

  const request = (): Promise<boolean> => {
    if (isStopped) return Promise.resolve(false);
    if (next !== undefined) return next;
    if (!current) return startNow();
    next = current
      .catch(() => false)
      .then(() => {
        next = undefined;
        return isStopped ? false : startNow();
      });
    return next;
  };

  return {
    request,
    stop: () => {
      isStopped = true;
      cancelRetry();
    },
  };
}
