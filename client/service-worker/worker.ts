import { onNotificationClick, onPush, onSubscriptionChange } from "./push.ts";
import { scope } from "./scope.ts";

/* The dashboard's service worker. widget/build.ts bundles it into /service-worker.js. */

// A new version takes over at once: it serves no pages that an older one began.
scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("push", (event) => event.waitUntil(onPush(event)));
scope.addEventListener("notificationclick", (event) => event.waitUntil(onNotificationClick(event)));
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(onSubscriptionChange(event)));
