import { HELLO, type Identity, PAGE_URL_MAX, type ToFrame, type ToHost } from "../bridge.ts";
import { say } from "./words.ts";

const PAGE_URL_PATIENCE_MS = 1000;

/** What the panel tells the page around it, and asks of it. Numbers and an address, never a text that somebody wrote. */
export type Host = {
  close: () => void;
  pageUrl: () => Promise<string | undefined>;
  /** How many of the owner's messages the visitor has not seen. */
  tellUnread: (count: number) => void;
  /** That a message of the owner arrived just now, live. */
  tellMessage: () => void;
  /** That the visitor has a conversation. */
  tellStarted: () => void;
  /** That the server did not take the page's hash. */
  tellUnverified: () => void;
  /** That nothing of a visitor is left in this browser, or was there; the loader then takes the frame away. */
  tellForgotten: (isOut: boolean) => void;
};

export type HostListeners = {
  /** The panel was shown, or hidden; for a frame that is loaded ahead the first call says false. */
  onVisible: (isOpen: boolean) => void;
  /** The page says who its visitor is; the first call of all, if it says so from the beginning. */
  onIdentify: (visitor: Identity) => void;
  onLogout: () => void;
};

/** Says hello to the page around the frame and talks with the loader there over the port that it answers with. */
export function connectHost({ onVisible, onIdentify, onLogout }: HostListeners): Host {
  let port: MessagePort | undefined;
  let urlWanted: ((url: string | undefined) => void)[] = [];

  const answerUrl = (url: string | undefined) => {
    for (const answer of urlWanted) answer(url);
    urlWanted = [];
  };

  const send = (message: ToHost) => port?.postMessage(message);

  addEventListener("message", (event: MessageEvent<unknown>) => {
    const [offered] = event.ports;
    if (event.source !== parent || event.data !== HELLO || !offered) return;
    port?.close();
    port = offered;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isToFrame(data, "visible")) onVisible(data.open === true);
      if (isToFrame(data, "page")) answerUrl(readPageUrl(data.url));
      if (isToFrame(data, "identify")) onIdentify(readIdentity(data.visitor));
      if (isToFrame(data, "logout")) onLogout();
    };
  });
  // The frame cannot know the page's origin yet, so it says nothing but hello.
  if (parent !== window) parent.postMessage(HELLO, "*");

  return {
    close: () => send({ type: "close" }),
    pageUrl: () => {
      if (!port) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        urlWanted.push(resolve);
        setTimeout(resolve, PAGE_URL_PATIENCE_MS, undefined);
        send({ type: "page" });
      });
    },
    tellUnread: (count) => send({ type: "unread", count, name: say("openUnread", { count }) }),
    tellMessage: () => send({ type: "message" }),
    tellStarted: () => send({ type: "started" }),
    tellUnverified: () => send({ type: "unverified" }),
    tellForgotten: (isOut) => send({ type: "forgotten", isOut }),
  };
}

function isToFrame<T extends ToFrame["type"]>(
  data: unknown,
  type: T,
): data is { [name in keyof Extract<ToFrame, { type: T }>]: unknown } {
  return typeof data === "object" && data !== null && "type" in data && data.type === type;
}

/** The page's side has judged the texts already; but it may be another release. */
function readIdentity(visitor: unknown): Identity {
  return Object.fromEntries(Object.entries(Object(visitor)).filter(([, value]) => typeof value === "string"));
}

function readPageUrl(url: unknown): string | undefined {
  if (typeof url !== "string" || url === "" || url.length > PAGE_URL_MAX || /[\s\p{C}]/u.test(url)) return undefined;
  return url;
}
