import { type FetchEvent, scope } from "./scope.ts";

/** Changes with each build. Empty in development, whose files change under the same names. */
declare const VERSION: string;

const PAGE = "/offline";
const CACHE_PREFIX = "site-inbox-offline-";
const CACHE = CACHE_PREFIX + VERSION;
const FILES = /\/_next\/static\/[\w./~-]+/g;
// What only browsers without modules load. They have no service workers either.
const FOR_OLD_BROWSERS = /<script[^>]+nomodule[^>]*>/gi;

/** Windows that show the stored page, whose files come from the cache too. */
const offlineWindows = new Set<string>();

/** Whether a path is one of the dashboard's pages, with its workspace or as it was without. */
export const isDashboard = (pathname: string) => /^(\/w\/[^/]+)?\/(inbox|waiting|settings)(\/|$)/.test(pathname);

/** Stores the page that's shown without a connection, and its files. It's the same for everyone. */
export async function storeOfflinePage(): Promise<void> {
  if (!VERSION) return;
  const cache = await caches.open(CACHE);
  if (await cache.match(PAGE)) return;
  const page = await fetch(PAGE, { credentials: "omit", redirect: "error" });
  if (!page.ok) return;
  const markup = (await page.clone().text()).replace(FOR_OLD_BROWSERS, "");
  const files = new Set(markup.match(FILES));
  await cache.addAll([...files]);
  // Last, so that it's there only with its files.
  await cache.put(PAGE, page);
}

/** Deletes what earlier versions stored, and has the browser load pages while this worker starts. */
export async function startServing(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  if (VERSION) await scope.registration.navigationPreload?.enable();
}

/** Shows the stored page if one of the dashboard's can't be reached. Any response of the server is shown as it is. */
export function onFetch(event: FetchEvent): void {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (!VERSION || origin !== scope.location.origin) return;
  if (request.mode === "navigate" && request.method === "GET" && isDashboard(pathname)) {
    event.respondWith(openPage(event));
  } else if (offlineWindows.has(clientId) && pathname.startsWith("/_next/static/")) {
    event.respondWith(stored(request).then((file) => file ?? fetch(request)));
  }
}

async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    // If the first attempt failed, or the browser needed the space.
    event.waitUntil(storeOfflinePage().catch(() => undefined));
    return response;
  } catch (error) {
    const page = await stored(PAGE);
    if (!page) throw error;
    offlineWindows.add(event.resultingClientId);
    return page;
  }
}

const stored = (request: Request | string) => caches.match(request, { cacheName: CACHE, ignoreVary: true });
