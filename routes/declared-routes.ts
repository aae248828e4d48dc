import type { Endpoints } from "./endpoint.ts";

const declared = new WeakMap<object, Endpoints>();

/** Remembers the declarations of a route's handler, for the API document. */
export const registerRoute = (handler: object, endpoints: Endpoints): void => void declared.set(handler, endpoints);

/** Returns the declarations of a route module, or undefined if it has none. */
export const declaredBy = (handlers: { OPTIONS?: object }): Endpoints | undefined =>
  handlers.OPTIONS && declared.get(handlers.OPTIONS);
