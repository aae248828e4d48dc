import type { Storage } from "#client/storage.ts";

/** A browser's storage without a browser: each tab gets its own view of one map, and is notified about the others' changes. */
export function sharedMemory(values = new Map<string, string>()) {
  const tabs = new Set<{ onChange: () => void }>();

  const openTab = (): Storage => {
    const own = { onChange: () => {} };
    tabs.add(own);
    const notifyOthers = () => {
      for (const tab of tabs) if (tab !== own) queueMicrotask(() => tab.onChange());
    };
    return {
      get: (name) => values.get(name),
      set: (name, value) => {
        values.set(name, value);
        notifyOthers();
      },
      remove: (name) => {
        values.delete(name);
        notifyOthers();
      },
      names: (start) => [...values.keys()].filter((name) => name.startsWith(start)),
      watch: (onChange) => {
        own.onChange = onChange;
        return () => {
          own.onChange = () => {};
        };
      },
    };
  };
  return { values, openTab };
}
