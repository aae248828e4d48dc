import { HELLO, PAGE_URL_MAX, type ToFrame, type ToHost } from "../bridge.ts";

const PAGE_URL_PATIENCE_MS = 1000;

export type Host = { close: () => void; pageUrl: () => Promise<string | undefined> };

/** Says hello to the page around the frame and talks with the loader there over the port that it answers with. */
export function connectHost(onOpen: () => void): Host {
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
      if (isToFrame(data, "open")) onOpen();
      if (isToFrame(data, "page")) answerUrl(readPageUrl(data.url));
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
  };
}

function isToFrame<T extends ToFrame["type"]>(data: unknown, type: T): data is { type: T; url?: unknown } {
  return typeof data === "object" && data !== null && "type" in data && data.type === type;
}

function readPageUrl(url: unknown): string | undefined {
  if (typeof url !== "string" || url === "" || url.length > PAGE_URL_MAX || /[\s\p{C}]/u.test(url)) return undefined;
  return url;
}
