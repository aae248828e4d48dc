import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "./process-wide.ts";

type RequestContext = {
  /** The caller's address, or null if it's unknown. */
  address: string | null;
  /** Whether Next may run the API's routes for this request. In production, our server runs them itself. */
  mayRunRoutes: boolean;
};

/*
 * Next passes a route only the request's headers. What else is known of a request is passed along in a way that no
 * request can write to.
 */
const context = processWide("request context", () => new AsyncLocalStorage<RequestContext>());

/** Lets Next handle a request in the given context. */
export const withRequestContext = <T>(request: RequestContext, work: () => T): T => context().run(request, work);

/** Returns the address of the caller whose request Next is handling, or null. */
export const callerAddress = (): string | null => context().getStore()?.address ?? null;

/** Whether Next may run the API's routes for the request that it's handling. */
export const mayRunRoutes = (): boolean => context().getStore()?.mayRunRoutes ?? false;
