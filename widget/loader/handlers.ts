import { warn } from "./guard.ts";

export type Handler = (count?: number) => void;
export type Handlers = Set<[event: string, handler: Handler]>;

const EVENTS = { ready: 1, open: 1, close: 1, message: 1, unread: 1 };

/** Keeps the page's own handlers of our events. */
export function addHandler(handlers: Handlers, event: string, handler: Handler): void {
  if (!Object.hasOwn(EVENTS, event)) warn(`no event "${event}"`);
  // Who can ask is never too early for it, nor too late.
  else if (event === "ready") runHandler(handler);
  else handlers.add([event, handler]);
}

/** Removes a handler; without one, all of the event. */
export function removeHandler(handlers: Handlers, event: string, handler?: Handler): void {
  for (const one of handlers) if (one[0] === event && (!handler || one[1] === handler)) handlers.delete(one);
}

/** A handler that throws hurts neither us nor the others; its error is told as those of other listeners are. */
export function runHandler(handler: Handler, count?: number): void {
  try {
    handler(count);
  } catch (error) {
    reportError(error);
  }
}
