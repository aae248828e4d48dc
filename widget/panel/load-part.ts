import { createRetryLoop } from "#client/retry-loop.ts";

export type PartLoader = {
  load: () => void;
  /** Loads it unless that has been tried. */
  begin: () => void;
  /** The network or the visitor is back, so what failed is tried now. */
  wake: () => void;
  stop: () => void;
};

/**
 * Loads a part of the panel that's a file of its own, and retries until that works. Browsers remember a module that
 * failed to load, so each attempt has its own URL.
 */
export function createPartLoader<P>(
  path: string,
  onLoad: (part: P) => void,
  onFail: (tries: number) => unknown = () => {},
): PartLoader {
  let tries = 0;
  let isDone = false;

  const loop = createRetryLoop(async () => {
    if (isDone) return true;
    try {
      const part: P = await import(++tries > 1 ? `${path}?${tries}` : path);
      if (!isDone) onLoad(part);
      isDone = true;
    } catch {
      await onFail(tries);
    }
    return isDone;
  });

  const load = () => {
    if (!isDone) void loop.request();
  };

  return {
    load,
    begin: () => {
      if (tries === 0) load();
    },
    wake: () => {
      if (tries > 0) load();
    },
    stop: () => {
      isDone = true;
      loop.stop();
    },
  };
}
