/* The parts of a service worker's scope that ours uses. TypeScript's library for workers and the one for pages exclude each other. */

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void };

export type PushEvent = ExtendableEvent & {
  data: { json(): unknown } | null;
  /** What a browser made of a declarative message, if it understands these. */
  notification?: Notification | null;
};

export type NotificationClick = ExtendableEvent & { notification: Notification };

export type FetchEvent = ExtendableEvent & {
  request: Request;
  clientId: string;
  resultingClientId: string;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

export type InstallEvent = ExtendableEvent & {
  /** Only in Chromium so far. */
  addRoutes?(rules: { condition: { requestDestination: string }; source: "network" }): Promise<void>;
};

export type SubscriptionChange = ExtendableEvent & { oldSubscription: PushSubscription | null };

type Window = { url: string; focus(): Promise<unknown>; postMessage(message: unknown): void };

export type WorkerScope = {
  registration: ServiceWorkerRegistration;
  location: Location;
  navigator: { setAppBadge?: (count: number) => Promise<void> };
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Window[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationClick) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: SubscriptionChange) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void;
  addEventListener(type: "activate", listener: (event: ExtendableEvent) => void): void;
};

export const scope = globalThis as unknown as WorkerScope;
