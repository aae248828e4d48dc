import { HELLO, type ToFrame, type ToHost } from "../bridge.ts";
import { element } from "../loader/element.ts";
import { guard } from "../loader/guard.ts";

const PATIENCE_MS = 5000;
const PATIENCE_OFFLINE_MS = 1000;

export type Frame = { node: HTMLIFrameElement; send: (message: ToFrame) => void; remove: () => void };

type Listeners = {
  onReady: () => void;
  /** The frame has been silent for seconds. It may still load. */
  onLate: () => void;
  onMessage: (message: ToHost) => void;
};

export type FrameAddress = { base: string; path: string; title: string };

/** Creates the frame and waits for its hello. Messages from other windows or origins are ignored. */
export function createFrame({ base, path, title }: FrameAddress, { onReady, onLate, onMessage }: Listeners): Frame {
  const node = element("iframe", { src: base + path, title, referrerpolicy: "no-referrer", allow: "" });
  let port: MessagePort | undefined;

  const onHello = guard((event: MessageEvent) => {
    if (event.source !== node.contentWindow || event.origin !== base || event.data !== HELLO) return;
    const channel = new MessageChannel();
    port?.close();
    port = channel.port1;
    port.onmessage = guard(({ data }: MessageEvent<ToHost>) => onMessage(data));
    node.contentWindow?.postMessage(HELLO, base, [channel.port2]);
    clearTimeout(timer);
    onReady();
  });

  const timer = setTimeout(guard(onLate), navigator.onLine ? PATIENCE_MS : PATIENCE_OFFLINE_MS);
  addEventListener("message", onHello);

  return {
    node,
    send: guard((message) => port?.postMessage(message)),
    remove: () => {
      clearTimeout(timer);
      removeEventListener("message", onHello);
      port?.close();
      node.remove();
    },
  };
}
