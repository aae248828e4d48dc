import type { BrowserContext } from "@playwright/test";

type Shown = { title: string; body: string };

/** Puts a recorder in the place of the browser's notifications, which a browser without a screen does not have. */
export async function recordNotifications(
  context: BrowserContext,
  permission: NotificationPermission,
): Promise<Shown[]> {
  const shown: Shown[] = [];
  await context.exposeFunction("noteNotification", (title: string, body: string) => shown.push({ title, body }));
  await context.addInitScript((granted) => {
    const note = Reflect.get(globalThis, "noteNotification") as (title: string, body: string) => void;
    class Recorder extends EventTarget {
      // A page without an address of its own has no storage.
      static permission = (location.protocol === "http:" && localStorage.getItem("test-permission")) || "default";
      static async requestPermission() {
        localStorage.setItem("test-permission", granted);
        Recorder.permission = granted;
        return granted;
      }
      onclick?: () => void;
      constructor(title: string, { body = "" }: NotificationOptions) {
        super();
        Reflect.set(globalThis, "lastNotification", this);
        note(title, body);
      }
      close() {}
    }
    Reflect.set(globalThis, "Notification", Recorder);
  }, permission);
  return shown;
}
