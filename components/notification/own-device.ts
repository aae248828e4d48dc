import { readStored } from "#client/storage.ts";
import { preferences } from "#components/ui/preferences.ts";

/** This browser as a device of an account: its channel, the endpoint it was registered with, and when that was, in ms. */
export type Device = { userId: string; channelId: string; endpoint: string; registeredAt: number };

// A browser has one push subscription for all its accounts, so this isn't kept per account.
const NAME = "device";

const isDevice = (value: unknown): value is Device =>
  typeof value === "object" &&
  value !== null &&
  "userId" in value &&
  "channelId" in value &&
  "endpoint" in value &&
  "registeredAt" in value;

/** Returns this browser's device, if it's one of this account. */
export function ownDevice(userId: string): Device | undefined {
  const device = readStored(preferences, NAME, isDevice);
  return device?.userId === userId ? device : undefined;
}

export function storeOwnDevice(device: Device | undefined): void {
  if (device) preferences.set(NAME, JSON.stringify(device));
  else preferences.remove(NAME);
}
