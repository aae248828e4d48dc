import type { Endpoints } from "./route.ts";

const declared = new WeakMap<object, Endpoints>();

/** Remembers what a route's handler was made of, for those who describe routes. */
export const registerRoute = (handler: object, endpoints: Endpoints): void => void declared.set(handler, endpoints);

/** The declarations of a route module; undefined for one that is not made of them. */
export const declaredBy = (handlers: { OPTIONS?: object }): Endpoints | undefined =>
  handlers.OPTIONS && declared.get(handlers.OPTIONS);
