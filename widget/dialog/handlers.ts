import { warn } from "../loader/guard.ts";
import type { Handler, Handlers } from "../loader/page-part.ts";

const EVENTS = { ready: 1, open: 1, close: 1, message: 1, unread: 1 };

/** Adds a handler that the page set for one of our events. */
export function addHandler(handlers: Handlers, event: string, handler: Handler): void {
  if (Object.hasOwn(EVENTS, event)) handlers.add([event, handler]);
  else warn(`no event "${event}"`);
}

/** Removes a handler, or without one, all handlers of the event. */
export function removeHandler(handlers: Handlers, event: string, handler?: Handler): void {
  for (const one of handlers) if (one[0] === event && (!handler || one[1] === handler)) handlers.delete(one);
}
