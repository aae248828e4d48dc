import type { Endpoints } from "./endpoint.ts";

const declared = new WeakMap<object, Endpoints>();

/** Remembers the declarations of a route's handler, for the API document. */
export const registerRoute = (handler: object, endpoints: Endpoints): void => void declared.set(handler, endpoints);

/** Returns the declarations of a route module, or undefined if it has none. */
export const declaredBy = (handlers: { OPTIONS?: object }): Endpoints | undefined =>
  handlers.OPTIONS && declared.get(handlers.OPTIONS);

/** Whether a method of a route module takes a file as its body. */
export function takesFile(handlers: { OPTIONS?: object }, method: string): boolean {
  const one = declaredBy(handlers)?.[method as keyof Endpoints];
  return one !== undefined && "takesFile" in one && one.takesFile;
}
