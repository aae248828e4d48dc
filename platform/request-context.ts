import { AsyncLocalStorage } from "node:async_hooks";

/*
 * Next hands a route of its own the request's headers and nothing else. Who calls is known around it, and told to what it
 * runs by a way that no request can write to.
 */
type Place = AsyncLocalStorage<string | null>;

const shared = globalThis as typeof globalThis & { siteInboxCallerAddress?: Place };

function place(): Place {
  shared.siteInboxCallerAddress ??= new AsyncLocalStorage();
  return shared.siteInboxCallerAddress;
}

/** Does some work for a caller. */
export const withCallerAddress = <T>(address: string | null, work: () => T): T => place().run(address, work);

/** The address of whom the present work is done for, null where it is not known. */
export const callerAddress = (): string | null => place().getStore() ?? null;
