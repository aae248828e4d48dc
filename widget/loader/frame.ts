import { HELLO, type ToFrame, type ToHost } from "../bridge.ts";
import { loaderWords } from "../words/en.ts";
import { element } from "./element.ts";
import { guard } from "./guard.ts";
import type { LoaderSite } from "./site.ts";

const PATIENCE_MS = 5000;
const PATIENCE_OFFLINE_MS = 1000;

export type Frame = { node: HTMLIFrameElement; send: (message: ToFrame) => void; remove: () => void };

type Listeners = { onReady: () => void; onLate: () => void; onMessage: (message: ToHost) => void };

/** Makes the frame and waits for its hello; nothing that comes from another window or origin is looked at. */
export function createFrame(site: LoaderSite, { onReady, onLate, onMessage }: Listeners): Frame {
  const node = element("iframe", {
    src: `${site.base}/widget/frame?site=${site.key}`,
    title: loaderWords.title,
    referrerpolicy: "no-referrer",
    allow: "",
  });
  let port: MessagePort | undefined;

  const onHello = guard((event: MessageEvent) => {
    if (event.source !== node.contentWindow || event.origin !== site.base || event.data !== HELLO) return;
    const channel = new MessageChannel();
    port?.close();
    port = channel.port1;
    port.onmessage = guard(({ data }: MessageEvent<ToHost>) => onMessage(data));
    node.contentWindow?.postMessage(HELLO, site.base, [channel.port2]);
    clearTimeout(timer);
    onReady();
  });

  const timer = setTimeout(guard(onLate), navigator.onLine ? PATIENCE_MS : PATIENCE_OFFLINE_MS);
  addEventListener("message", onHello);

  return {
    node,
    send: (message) => port?.postMessage(message),
    remove: () => {
      clearTimeout(timer);
      removeEventListener("message", onHello);
      port?.close();
      node.remove();
    },
  };
}
