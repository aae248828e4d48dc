/**
 * The protocol between the loader on the host page and the panel in the frame. The frame sends HELLO, which contains
 * no data. The loader responds with a port, and everything else goes through that. Message text and tokens never do.
 */
export const HELLO = "site-inbox:hello";

export const PAGE_URL_MAX = 1000;

/**
 * What the page says about its visitor. Only an id with its hash proves anything. Attributes are JSON: pairs of a name and a value,
 * null to remove it.
 */
export type Identity = { id?: string; hash?: string; name?: string; email?: string; attributes?: string };

/** The first message says who the visitor is, if the page knows; the next, whether they can see the panel. */
export type ToFrame =
  /** Opening also asks the frame to take the focus. */
  | { type: "visible"; open: boolean }
  /** When the frame asks, and when a single-page app has changed it. */
  | { type: "page"; url: string }
  | { type: "identify"; visitor: Identity }
  /** The site's greeting that the visitor replies to, as the page showed it. */
  | { type: "greeting"; text: string }
  | { type: "logout" };

export type ToHost =
  | { type: "open" }
  | { type: "close" }
  | { type: "page" }
  /** How many unread messages the visitor has, and the button's name for that. */
  | { type: "unread"; count: number; name: string }
  /** A message from the owner just arrived. */
  | { type: "message" }
  /** How high the preview of a reply is, which only the frame knows. Without a height there's none. */
  | { type: "preview"; height?: number }
  /** The visitor has a conversation, so later pages should load the frame too. */
  | { type: "started" }
  /** The visitor has no open conversation, so the page may greet them. */
  | { type: "idle" }
  /** The hash doesn't prove the id. */
  | { type: "unverified" }
  /** Nothing about the visitor is left in this browser. If nobody was logged out, there never was. */
  | { type: "forgotten"; isOut: boolean };
