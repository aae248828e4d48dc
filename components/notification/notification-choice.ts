import { useSyncExternalStore } from "react";
import { preferences } from "#components/ui/preferences.ts";

/** "open": not asked yet; "blocked": denied by the browser; "none": not available here. */
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

/** Requests the browser's permission. Must be called from a click. */
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
  // The browser's permission changes elsewhere, so it's read again when the page gets the focus.
  addEventListener("focus", listener);
  const unwatch = preferences.watch(listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("focus", listener);
    unwatch();
  };
}

/** Undefined during server rendering, because only the browser knows. */
export function useNotificationChoice(): NotificationChoice | undefined {
  return useSyncExternalStore<NotificationChoice | undefined>(subscribe, notificationChoice, () => undefined);
}
