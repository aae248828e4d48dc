import { AsyncLocalStorage } from "node:async_hooks";

/*
 * Next passes a route only the request's headers. The caller's address is known outside of it, and passed along in a
 * way that no request can write to.
 */
type Place = AsyncLocalStorage<string | null>;

const shared = globalThis as typeof globalThis & { siteInboxCallerAddress?: Place };

function place(): Place {
  shared.siteInboxCallerAddress ??= new AsyncLocalStorage();
  return shared.siteInboxCallerAddress;
}

/** Runs work on behalf of a caller. */
export const withCallerAddress = <T>(address: string | null, work: () => T): T => place().run(address, work);

/** Returns the address of the caller whose request is being handled, or null. */
export const callerAddress = (): string | null => place().getStore() ?? null;
