import type { Storage } from "#client/storage.ts";

/** What one browser keeps: it outlives its tabs, and they're notified about each other's changes. */
export class BrowserStorage {
  readonly #items = new Map<string, string>();
  readonly #watchers = new Map<object, () => void>();

  /** The storage as one tab has it. */
  tab(): Storage {
    const tab = {};
    const changed = () => {
      for (const [other, onChange] of this.#watchers) if (other !== tab) queueMicrotask(onChange);
    };
    return {
      get: (name) => this.#items.get(name),
      set: (name, value) => {
        this.#items.set(name, value);
        changed();
      },
      remove: (name) => {
        this.#items.delete(name);
        changed();
      },
      names: (start) => [...this.#items.keys()].filter((name) => name.startsWith(start)),
      watch: (onChange) => {
        this.#watchers.set(tab, onChange);
        return () => this.#watchers.delete(tab);
      },
    };
  }
}
