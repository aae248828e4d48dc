/** A site's part of the browser's storage. Where the browser keeps none for a frame, it lasts as long as the frame. */
export type Storage = {
  get: (name: string) => string | undefined;
  set: (name: string, value: string) => void;
  remove: (name: string) => void;
  names: (start: string) => string[];
  /** Removes everything, and keeps nothing from then on. */
  forget: () => void;
};

export function openStorage(siteKey: string): Storage {
  const prefix = `site-inbox:${siteKey}:`;
  const memory = new Map<string, string>();
  let isForgotten = false;
  const tryStore = <T>(use: (store: globalThis.Storage) => T): T | undefined => {
    try {
      return use(localStorage);
    } catch {
      return undefined;
    }
  };

  const remove = (name: string) => {
    memory.delete(name);
    tryStore((store) => store.removeItem(prefix + name));
  };

  const names = (start: string) => {
    const stored = tryStore((store) => Object.keys(store)) ?? [];
    const own = stored.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    return [...new Set([...own, ...memory.keys()])].filter((name) => name.startsWith(start));
  };

  return {
    get: (name) => tryStore((store) => store.getItem(prefix + name)) ?? memory.get(name),
    set: (name, value) => {
      if (isForgotten) return;
      memory.set(name, value);
      tryStore((store) => store.setItem(prefix + name, value));
    },
    remove,
    names,
    forget: () => {
      isForgotten = true;
      for (const name of names("")) remove(name);
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
