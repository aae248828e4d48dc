import { isDashboard } from "./offline.ts";
import { type NotificationClick, type PushEvent, type SubscriptionChange, scope } from "./scope.ts";

/** What a push message shows, and where its click leads. */
type PushContent = { title: string; body: string; tag: string; navigate: string; receipt?: string; badge?: number };

const UNREADABLE: PushContent = { title: "New message", body: "Site Inbox", tag: "unreadable", navigate: "/inbox" };
const ICON = "/icon.svg";

/** Shows exactly one notification for a push message, whatever it says, and reports it. */
export async function onPush(event: PushEvent): Promise<void> {
  const { title, body, tag, navigate, receipt, badge } = readPush(event);
  const { registration, navigator } = scope;
  // Safari ignores tags, and would stack them.
  for (const earlier of await registration.getNotifications({ tag })) earlier.close();
  await registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: ICON,
    data: { navigate, receipt },
    // Where the browser understands the message itself, what replaces its notification needs an address too.
    ...(event.notification && { navigate: new URL(navigate, scope.location.href).href }),
  } as NotificationOptions);
  const reported = receipt === undefined ? undefined : report(receipt, "shown");
  await Promise.allSettled([reported, badge === undefined ? undefined : navigator.setAppBadge?.(badge)]);
}

function readPush({ data, notification }: PushEvent): PushContent {
  try {
    const message = data?.json() as { notification?: unknown; app_badge?: unknown } | undefined;
    const shown = (message?.notification ?? notification) as Record<string, unknown> | undefined;
    const { title, body, tag, navigate } = shown ?? {};
    if (typeof title !== "string" || title === "") return UNREADABLE;
    const receipt = (shown?.data as { receipt?: unknown } | undefined)?.receipt;
    const badge = message?.app_badge;
    return {
      title,
      body: typeof body === "string" ? body : "",
      tag: typeof tag === "string" ? tag : UNREADABLE.tag,
      navigate: ownPath(navigate),
      ...(typeof receipt === "string" && { receipt }),
      ...(typeof badge === "number" && { badge }),
    };
  } catch {
    return UNREADABLE;
  }
}

/** Returns the path of an address of ours, and the inbox's for any other. */
function ownPath(address: unknown): string {
  if (typeof address !== "string" || !URL.canParse(address, scope.location.href)) return UNREADABLE.navigate;
  const { origin, pathname, search } = new URL(address, scope.location.href);
  return origin === scope.location.origin ? pathname + search : UNREADABLE.navigate;
}

const report = (receipt: string, event: "shown" | "clicked") =>
  fetch("/notifications/receipts", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ receipt, event }),
    keepalive: true,
  });

/** Opens what a clicked notification is about, in a window of the dashboard if there is one. */
export async function onNotificationClick({ notification }: NotificationClick): Promise<void> {
  notification.close();
  const { navigate, receipt } = (notification.data ?? {}) as { navigate?: unknown; receipt?: unknown };
  const reported = typeof receipt === "string" ? report(receipt, "clicked") : undefined;
  await Promise.allSettled([reported, open(ownPath(navigate))]);
}

async function open(path: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => isDashboard(new URL(url).pathname));
  if (!shown) return void (await scope.clients.openWindow(path));
  shown.postMessage({ open: path });
  // Browsers allow it for a moment after a click only.
  await shown.focus().catch(() => undefined);
}

/** Subscribes again, after the browser or its push service has replaced this browser's subscription. */
export async function onSubscriptionChange({ oldSubscription }: SubscriptionChange): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  // Without these, the dashboard subscribes again the next time it's opened.
  if (!oldSubscription || !key) return;
  const subscription = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  await fetch("/account/device", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...subscription.toJSON(), previousEndpoint: oldSubscription.endpoint }),
  });
}
