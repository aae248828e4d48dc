import { useSyncExternalStore } from "react";
import { preferences } from "#components/ui/preferences.ts";
import { ownDevice } from "./own-device.ts";

/**
 * How this browser notifies. "device": by push messages, even when the dashboard is closed. "on": while it's open.
 * "open": not asked yet. "blocked": denied by the browser. "none": not available here.
 */
export type NotificationChoice = "none" | "open" | "later" | "on" | "off" | "blocked" | "device";

const NAME = "notifications";
const listeners = new Set<() => void>();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

export function notificationChoice(userId: string): NotificationChoice {
  if (!("Notification" in globalThis)) return "none";
  if (Notification.permission === "denied") return "blocked";
  const chosen = preferences.get(NAME);
  if (Notification.permission !== "granted") return chosen === undefined ? "open" : "later";
  if (ownDevice(userId)) return "device";
  return chosen === "on" ? "on" : chosen === undefined ? "open" : "off";
}

/**
 * Requests the browser's permission, and makes this browser a device if it can be one. Must be called from a click.
 * Returns an error message, or undefined.
 */
export async function turnOnNotifications(userId: string): Promise<string | undefined> {
  const permission = await Notification.requestPermission();
  let problem: string | undefined;
  if (permission === "granted") {
    // Until push messages work here, the dashboard notifies while it's open.
    preferences.set(NAME, "on");
    notifyListeners();
    const { turnOnDevice } = await import("./device.ts");
    problem = await turnOnDevice(userId);
  }
  notifyListeners();
  return problem;
}

/** Returns an error message, or undefined. */
export async function turnOffNotifications(userId: string): Promise<string | undefined> {
  const device = ownDevice(userId);
  if (device) {
    const { turnOffDevice } = await import("./device.ts");
    const problem = await turnOffDevice(device);
    if (problem) return problem;
  }
  preferences.set(NAME, "off");
  notifyListeners();
  return undefined;
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
export function useNotificationChoice(userId: string): NotificationChoice | undefined {
  return useSyncExternalStore<NotificationChoice | undefined>(
    subscribe,
    () => notificationChoice(userId),
    () => undefined,
  );
}
