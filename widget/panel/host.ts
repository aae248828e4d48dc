import { HELLO, type Identity, PAGE_URL_MAX, type ToFrame, type ToHost } from "../bridge.ts";
import { say } from "./words.ts";

const PAGE_URL_PATIENCE_MS = 1000;

/** What the panel sends to the page around it: numbers and a label, never message text. */
export type Host = {
  open: () => void;
  close: () => void;
  pageUrl: () => Promise<string | undefined>;
  /** Calls back when a single-page app has changed the page's URL. */
  watchPage: (onMove: () => void) => void;
  /** How many of the owner's messages are unread. */
  sendUnread: (count: number) => void;
  /** A message from the owner arrived live. */
  sendMessage: () => void;
  /** Shows the frame next to the button, at this height, or hides it. */
  sendPreview: (height?: number) => void;
  /** The visitor has a conversation. */
  sendStarted: () => void;
  /** The visitor has no open conversation. */
  sendIdle: () => void;
  /** The server rejected the page's hash. */
  sendUnverified: () => void;
  /** Nothing about a visitor is left in this browser, or ever was. The loader then removes the frame. */
  sendForgotten: (isOut: boolean) => void;
};

export type HostListeners = {
  /** The panel was shown or hidden. For a preloaded frame, the first call says false. */
  onVisible: (isOpen: boolean) => void;
  /** The page says who its visitor is. It's the first call, if the page does so from the start. */
  onIdentify: (visitor: Identity) => void;
  /** The visitor replies to a greeting of the page. */
  onGreeting: (text: string) => void;
  onLogout: () => void;
};

/** A message of the page around the frame, which may be another release. */
type FromHost = { type?: ToFrame["type"]; open?: unknown; url?: unknown; visitor?: unknown; text?: unknown };

/** Says hello to the page around the frame, and talks with the loader there through the port it responds with. */
export function connectHost({ onVisible, onIdentify, onGreeting, onLogout }: HostListeners): Host {
  let port: MessagePort | undefined;
  let urlWanted: ((url: string | undefined) => void)[] = [];
  let onMove = () => {};

  const resolvePageUrl = (url: string | undefined) => {
    for (const resolve of urlWanted) resolve(url);
    urlWanted = [];
  };

  const send = (message: ToHost) => port?.postMessage(message);

  addEventListener("message", (event: MessageEvent<unknown>) => {
    const [offered] = event.ports;
    if (event.source !== parent || event.data !== HELLO || !offered) return;
    port?.close();
    port = offered;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const { type, open, url, visitor, text }: FromHost = Object(data);
      if (type === "visible") onVisible(open === true);
      if (type === "page") {
        if (urlWanted.length === 0) onMove();
        resolvePageUrl(readPageUrl(url));
      }
      if (type === "identify") onIdentify(readIdentity(visitor));
      if (type === "greeting") onGreeting(`${text}`);
      if (type === "logout") onLogout();
    };
  });
  // The frame doesn't know the page's origin yet, so it only says hello.
  if (parent !== window) parent.postMessage(HELLO, "*");

  return {
    open: () => send({ type: "open" }),
    close: () => send({ type: "close" }),
    pageUrl: () => {
      if (!port) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        urlWanted.push(resolve);
        setTimeout(resolve, PAGE_URL_PATIENCE_MS, undefined);
        send({ type: "page" });
      });
    },
    watchPage: (run) => {
      onMove = run;
    },
    sendUnread: (count) => send({ type: "unread", count, name: say("openUnread", { count }) }),
    sendMessage: () => send({ type: "message" }),
    sendPreview: (height) => send({ type: "preview", ...(height !== undefined && { height }) }),
    sendStarted: () => send({ type: "started" }),
    sendIdle: () => send({ type: "idle" }),
    sendUnverified: () => send({ type: "unverified" }),
    sendForgotten: (isOut) => send({ type: "forgotten", isOut }),
  };
}

/** The page's side validates the texts. */
function readIdentity(visitor: unknown): Identity {
  return Object.fromEntries(Object.entries(Object(visitor)).filter(([, value]) => typeof value === "string"));
}

function readPageUrl(url: unknown): string | undefined {
  if (typeof url !== "string" || url === "" || url.length > PAGE_URL_MAX || /[\s\p{C}]/u.test(url)) return undefined;
  return url;
}
