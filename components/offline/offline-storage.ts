import { openStorage } from "#client/storage.ts";

/** What this browser keeps of one workspace, so that its inbox can be read without a connection. */
export const offlineStorage = openStorage("site-inbox-offline:");

/** Removes all of it. Open tabs store nothing from then on. */
export function forgetOffline(): void {
  for (const name of offlineStorage.names("")) offlineStorage.remove(name);
}
