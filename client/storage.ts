/**
 * Stores text beyond the page's lifetime. All tabs of a browser share it and are notified of each other's changes.
 */
export type Storage = {
  get: (name: string) => string | undefined;
  set: (name: string, value: string) => void;
  remove: (name: string) => void;
  names: (start: string) => string[];
  /** Calls back when another tab changes something. Returns a function that stops it. */
  watch: (onChange: () => void) => () => void;
};

export type BrowserStorage = Storage & {
  /** Removes everything, and stores nothing from then on. */
  forget: () => void;
  /** Whether all of it survives a reload. */
  isLasting: () => boolean;
};

/**
 * The browser's localStorage under a prefix. What it rejects (full, or unavailable in a frame) is kept for the page's
 * lifetime.
 */
export function openStorage(prefix: string): BrowserStorage {
  const memory = new Map<string, string>();
  let isForgotten = false;
  const use = <T>(run: (store: globalThis.Storage) => T): T | undefined => {
    // There's no storage on the server, and accessing it there would only log a warning.
    if (typeof document === "undefined") return undefined;
    try {
      return run(localStorage);
    } catch {
      return undefined;
    }
  };

  const remove = (name: string) => {
    memory.delete(name);
    use((store) => store.removeItem(prefix + name));
  };

  const names = (start: string) => {
    const stored = use((store) => Object.keys(store)) ?? [];
    const own = stored.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    return [...new Set([...own, ...memory.keys()])].filter((name) => name.startsWith(start));
  };

  return {
    get: (name) => memory.get(name) ?? use((store) => store.getItem(prefix + name)) ?? undefined,
    set: (name, value) => {
      if (isForgotten) return;
      memory.set(name, value);
      use((store) => {
        store.setItem(prefix + name, value);
        memory.delete(name);
      });
    },
    remove,
    names,
    forget: () => {
      isForgotten = true;
      for (const name of names("")) remove(name);
    },
    isLasting: () => memory.size === 0,
    watch: (onChange) => {
      const listener = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(prefix)) onChange();
      };
      addEventListener("storage", listener);
      return () => removeEventListener("storage", listener);
    },
  };
}

/** Reads what an earlier page stored. Invalid data counts as missing. */
export function readStored<T>(storage: Storage, name: string, isRight: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(storage.get(name) ?? "null");
    return isRight(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
