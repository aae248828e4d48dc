import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "./process-wide.ts";

/*
 * Next passes a route only the request's headers. The caller's address is known outside of it, and passed along in a
 * way that no request can write to.
 */
const context = processWide("caller address", () => new AsyncLocalStorage<string | null>());

/** Runs work on behalf of a caller. */
export const withCallerAddress = <T>(address: string | null, work: () => T): T => context().run(address, work);

/** Returns the address of the caller whose request is being handled, or null. */
export const callerAddress = (): string | null => context().getStore() ?? null;
