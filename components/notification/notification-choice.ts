import { useSyncExternalStore } from "react";
import { preferences } from "#components/ui/preferences.ts";

/** "open": nobody has been asked yet; "blocked": the browser refuses; "none": it has no notifications here. */
export type NotificationChoice = "none" | "open" | "later" | "on" | "off" | "blocked";

const NAME = "notifications";
const listeners = new Set<() => void>();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

export function notificationChoice(): NotificationChoice {
  if (!("Notification" in globalThis)) return "none";
  if (Notification.permission === "denied") return "blocked";
  const chosen = preferences.get(NAME);
  if (Notification.permission === "granted") return chosen === "on" ? "on" : chosen === undefined ? "open" : "off";
  return chosen === undefined ? "open" : "later";
}

/** Asks the browser, which asks its user; to be called when they press a button only. */
export async function turnOnNotifications(): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission === "granted") preferences.set(NAME, "on");
  notifyListeners();
}

export function turnOffNotifications(): void {
  preferences.set(NAME, "off");
  notifyListeners();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The browser's permission is changed elsewhere, and read when the page is in view again.
  addEventListener("focus", listener);
  const unwatch = preferences.watch(listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("focus", listener);
    unwatch();
  };
}

/** Undefined until the browser has been asked: the server cannot know. */
export function useNotificationChoice(): NotificationChoice | undefined {
  return useSyncExternalStore<NotificationChoice | undefined>(subscribe, notificationChoice, () => undefined);
}
