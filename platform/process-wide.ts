const all = globalThis as typeof globalThis & { siteInbox?: Map<string, unknown> };

/**
 * Returns a function that returns a value shared by the whole process, created on first use. Next bundles pages and
 * routes separately, so a module's own variable would exist once per bundle.
 */
export function processWide<T>(name: string, create: () => T): () => T {
  return () => {
    all.siteInbox ??= new Map();
    if (!all.siteInbox.has(name)) all.siteInbox.set(name, create());
    // Each name belongs to one module, so the value has its type.
    return all.siteInbox.get(name) as T;
  };
}
