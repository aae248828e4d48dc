/**
 * How the loader on the host page and the panel in the frame talk. The frame says HELLO, which holds no data; the loader
 * answers it with a port, and everything else goes over that. No message text and no token ever does.
 */
export const HELLO = "site-inbox:hello";

export const PAGE_URL_MAX = 1000;

export type ToFrame = { type: "open" } | { type: "page"; url: string };
export type ToHost = { type: "close" } | { type: "page" };
