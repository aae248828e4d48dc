/**
 * How the loader on the host page and the panel in the frame talk. The frame says HELLO, which holds no data; the loader
 * answers it with a port, and everything else goes over that. No message text and no token ever does.
 */
export const HELLO = "site-inbox:hello";

export const PAGE_URL_MAX = 1000;

/** What the page says of its visitor. Nothing but an id with its hash is proof of anything. */
export type Identity = { id?: string; hash?: string; name?: string; email?: string };

/** The first of all says who the visitor is, if the page knows; the next whether they can see the panel. */
export type ToFrame =
  /** Opening it also means: take the focus. */
  | { type: "visible"; open: boolean }
  | { type: "page"; url: string }
  | { type: "identify"; visitor: Identity }
  | { type: "logout" };

export type ToHost =
  | { type: "close" }
  | { type: "page" }
  /** How many messages wait for the visitor, and what that makes the button's name. */
  | { type: "unread"; count: number; name: string }
  /** A message of the owner arrived just now. */
  | { type: "message" }
  /** The visitor has a conversation, so the frame is worth opening on later pages too. */
  | { type: "started" }
  /** The hash does not prove the id. */
  | { type: "unverified" }
  /** Nothing of the visitor is left in this browser; or, where nobody was logged out, there never was. */
  | { type: "forgotten"; isOut: boolean };
