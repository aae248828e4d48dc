const all = globalThis as typeof globalThis & { siteInbox?: Map<string, unknown> };

/**
 * Returns what gives a value that the process has once, made when it's first needed. Next bundles pages and routes apart, so
 * a module's own variable would exist in each bundle.
 */
export function processWide<T>(name: string, create: () => T): () => T {
  return () => {
    all.siteInbox ??= new Map();
    if (!all.siteInbox.has(name)) all.siteInbox.set(name, create());
    // Each name belongs to one module, so the value is of its type.
    return all.siteInbox.get(name) as T;
  };
}
