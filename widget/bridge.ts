/**
 * How the loader on the host page and the panel in the frame talk. The frame says HELLO, which holds no data; the loader
 * answers it with a port, and everything else goes over that. No message text and no token ever does.
 */
export const HELLO = "site-inbox:hello";

export const PAGE_URL_MAX = 1000;

export type ToFrame =
  /** Whether the visitor can see the panel. The first message of all; opening it also means: take the focus. */
  | { type: "visible"; open: boolean }
  | { type: "page"; url: string }
  /** What the page says of the visitor, as it was called with: nobody has looked at it yet. */
  | { type: "identify"; visitor: unknown }
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
  /** Nothing of the visitor is left in this browser. */
  | { type: "forgotten" };
