import { withLock } from "#client/with-lock.ts";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import type { ChannelJson, ChannelListResponse } from "#lib/outbox/channels/schema.ts";
import { type Device, ownDevice, storeOwnDevice } from "./own-device.ts";
import { registerWorker } from "./register-worker.ts";

// Each registration keeps the device from lapsing.
const RENEW_AFTER_MS = 86_400_000;

/** Runs one change of this browser's device at a time, so that a renewal under way can't undo a logout. */
const alone = <T>(run: () => Promise<T>) => withLock({ locks: navigator.locks, name: "device" }, run);

const subscription = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription();

/**
 * Makes this browser a device of the account. The browser's permission has to be granted. Returns an error message, or
 * undefined.
 */
export async function turnOnDevice(userId: string): Promise<string | undefined> {
  return alone(async () => {
    const listed = await callApi<ChannelListResponse>("/account/channels");
    if (!listed.ok) return listed.problem.words;
    const { publicKey } = listed.value.push;
    if (publicKey === undefined) return undefined;
    try {
      return await register(userId, await subscribe(publicKey));
    } catch {
      return notificationsCopy.thisDevice.notRegistered;
    }
  });
}

/** Brings this browser's device up to date at each start: its session, its subscription, and the service's key. */
export async function resumeDevice(userId: string): Promise<void> {
  return alone(() => resume(userId));
}

async function resume(userId: string): Promise<void> {
  const device = ownDevice(userId);
  if (!device || Notification.permission !== "granted") return;
  const listed = await callApi<ChannelListResponse>("/account/channels");
  if (!listed.ok) return;
  const { channels, push } = listed.value;
  const channel = channels.find(({ id }) => id === device.channelId);
  // It was removed elsewhere.
  if (!channel) return forget();
  if (push.publicKey === undefined) return;
  const current = await subscribe(push.publicKey);
  const isSame = current.endpoint === device.endpoint && channel.thisDevice === true && !channel.stoppedAt;
  const isFresh = Date.now() - device.registeredAt < RENEW_AFTER_MS;
  if (!isSame || !isFresh) await register(userId, current, device.endpoint);
}

/** Removes this browser's device from the account. Returns an error message, or undefined. */
export async function turnOffDevice({ channelId }: Device): Promise<string | undefined> {
  const result = await callDelete(`/account/channels/${channelId}`);
  if (!result.ok) return result.problem.words;
  await forgetDevice();
  return undefined;
}

/** Ends this browser's subscription. */
export async function forgetDevice(): Promise<void> {
  return alone(forget);
}

async function forget(): Promise<void> {
  storeOwnDevice(undefined);
  const current = await subscription().catch(() => undefined);
  await current?.unsubscribe().catch(() => false);
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const current = await subscription();
  if (current && keyOf(current) === publicKey) return current;
  // A browser refuses to subscribe for a second key.
  await current?.unsubscribe();
  const { pushManager } = await registerWorker();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function keyOf({ options }: PushSubscription): string | undefined {
  const bytes = options.applicationServerKey && new Uint8Array(options.applicationServerKey);
  if (!bytes) return undefined;
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

async function register(userId: string, current: PushSubscription, previous?: string): Promise<string | undefined> {
  const { endpoint, keys } = current.toJSON();
  const result = await callApi<{ channel: ChannelJson }>("/account/device", {
    method: "PUT",
    body: { endpoint, keys, ...(previous !== undefined && previous !== endpoint && { previousEndpoint: previous }) },
  });
  if (!result.ok)
    return result.problem.code === "conflict" ? notificationsCopy.thisDevice.tooMany : result.problem.words;
  const { id: channelId } = result.value.channel;
  storeOwnDevice({ userId, channelId, endpoint: current.endpoint, registeredAt: Date.now() });
  return undefined;
}
