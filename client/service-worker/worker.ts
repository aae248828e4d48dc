import { onFetch, startServing, storeOfflinePage } from "./offline.ts";
import { onNotificationClick, onPush, onSubscriptionChange } from "./push.ts";
import { scope } from "./scope.ts";

/* The dashboard's service worker. widget/build.ts bundles it into /service-worker.js. */

// A new version takes over at once. Without the offline page, which the next page stores, notifications still work.
scope.addEventListener("install", (event) => {
  // Calls of the API don't wait for this worker to start.
  event.addRoutes?.({ condition: { requestDestination: "" }, source: "network" }).catch(() => undefined);
  event.waitUntil(Promise.all([scope.skipWaiting(), storeOfflinePage().catch(() => undefined)]));
});
scope.addEventListener("activate", (event) => event.waitUntil(Promise.all([scope.clients.claim(), startServing()])));
scope.addEventListener("fetch", onFetch);
scope.addEventListener("push", (event) => event.waitUntil(onPush(event)));
scope.addEventListener("notificationclick", (event) => event.waitUntil(onNotificationClick(event)));
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(onSubscriptionChange(event)));
