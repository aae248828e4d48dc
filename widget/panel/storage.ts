/** A site's part of the browser's storage. Where the browser keeps none for a frame, it lasts as long as the frame. */
export type Storage = {
  get: (name: string) => string | undefined;
  set: (name: string, value: string) => void;
  remove: (name: string) => void;
  names: (start: string) => string[];
};

export function openStorage(siteKey: string): Storage {
  const prefix = `site-inbox:${siteKey}:`;
  const memory = new Map<string, string>();
  const tryStore = <T>(use: (store: globalThis.Storage) => T): T | undefined => {
    try {
      return use(localStorage);
    } catch {
      return undefined;
    }
  };

  return {
    get: (name) => tryStore((store) => store.getItem(prefix + name)) ?? memory.get(name),
    set: (name, value) => {
      memory.set(name, value);
      tryStore((store) => store.setItem(prefix + name, value));
    },
    remove: (name) => {
      memory.delete(name);
      tryStore((store) => store.removeItem(prefix + name));
    },
    names: (start) => {
      const stored = tryStore((store) => Object.keys(store)) ?? [];
      const own = stored.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      return [...new Set([...own, ...memory.keys()])].filter((name) => name.startsWith(start));
    },
  };
}

/** Reads what an earlier visit stored; whatever is no such thing is as good as nothing. */
export function readStored<T>(storage: Storage, name: string, isRight: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(storage.get(name) ?? "null");
    return isRight(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
