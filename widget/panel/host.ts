import { HELLO, PAGE_URL_MAX, type ToFrame, type ToHost } from "../bridge.ts";
import { say } from "./words.ts";

const PAGE_URL_PATIENCE_MS = 1000;

/** What the panel tells the page around it, and asks of it. Numbers and an address, never a text that somebody wrote. */
export type Host = {
  close: () => void;
  pageUrl: () => Promise<string | undefined>;
  /** How many of the owner's messages the visitor has not seen; may be called as often as one likes. */
  tellUnread: (count: number) => void;
  /** That a message of the owner arrived just now, live. */
  tellMessage: () => void;
  /** That the visitor has a conversation. */
  tellStarted: () => void;
  /** That nothing of the visitor is left in this browser; the loader then takes the frame away. */
  tellForgotten: () => void;
};

export type HostListeners = {
  /** The panel was shown, or hidden; for a frame that is loaded ahead the first call says false. */
  onVisible: (isOpen: boolean) => void;
  /** The page says who its visitor is; whatever it says. */
  onIdentify: (given: unknown) => void;
  onLogout: () => void;
};

/** Says hello to the page around the frame and talks with the loader there over the port that it answers with. */
export function connectHost({ onVisible, onIdentify, onLogout }: HostListeners): Host {
  let port: MessagePort | undefined;
  let urlWanted: ((url: string | undefined) => void)[] = [];
  // What was told before there was somebody to tell it to.
  const latest = new Map<ToHost["type"], ToHost>();

  const answerUrl = (url: string | undefined) => {
    for (const answer of urlWanted) answer(url);
    urlWanted = [];
  };

  const send = (message: ToHost) => port?.postMessage(message);

  const tell = (message: ToHost) => {
    if (isSame(latest.get(message.type), message)) return;
    latest.set(message.type, message);
    send(message);
  };

  addEventListener("message", (event: MessageEvent<unknown>) => {
    const [offered] = event.ports;
    if (event.source !== parent || event.data !== HELLO || !offered) return;
    port?.close();
    port = offered;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isToFrame(data, "visible")) onVisible(data.open === true);
      if (isToFrame(data, "page")) answerUrl(readPageUrl(data.url));
      if (isToFrame(data, "identify")) onIdentify(data.visitor);
      if (isToFrame(data, "logout")) onLogout();
    };
    for (const message of latest.values()) send(message);
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
    tellUnread: (count) => tell({ type: "unread", count, name: say("openUnread", { count }) }),
    tellMessage: () => send({ type: "message" }),
    tellStarted: () => tell({ type: "started" }),
    tellForgotten: () => tell({ type: "forgotten" }),
  };
}

const isSame = (one: ToHost | undefined, other: ToHost) => JSON.stringify(one) === JSON.stringify(other);

function isToFrame<T extends ToFrame["type"]>(
  data: unknown,
  type: T,
): data is { [name in keyof Extract<ToFrame, { type: T }>]: unknown } {
  return typeof data === "object" && data !== null && "type" in data && data.type === type;
}

function readPageUrl(url: unknown): string | undefined {
  if (typeof url !== "string" || url === "" || url.length > PAGE_URL_MAX || /[\s\p{C}]/u.test(url)) return undefined;
  return url;
}
