/**
 * An observable value. `get` returns the same object until something changes, as React's useSyncExternalStore
 * requires.
 */
export type Readable<T> = {
  get: () => T;
  subscribe: (listener: () => void) => () => void;
};

export type Store<T> = Readable<T> & { set: (change: Partial<T>) => void };

export function createStore<T extends object>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set: (change) => {
      current = { ...current, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Resolves once the value fits, or after `timeoutMs`. */
export function waitUntil<T>(value: Readable<T>, fits: (current: T) => boolean, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (fits(value.get())) return resolve();
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, timeoutMs);
    const stop = value.subscribe(() => fits(value.get()) && end());
  });
}
