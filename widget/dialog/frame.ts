import { HELLO, type ToFrame, type ToHost } from "../bridge.ts";
import { element } from "../loader/element.ts";
import { guard, warn } from "../loader/guard.ts";

const PATIENCE_MS = 5000;
const PATIENCE_OFFLINE_MS = 1000;
// From the frame's load event, which comes after its scripts have run, or without them if the browser refuses the frame.
const PATIENCE_LOADED_MS = 1000;

export type Frame = {
  node: HTMLIFrameElement;
  listen: () => void;
  send: (message: ToFrame) => void;
  remove: () => void;
};

type Listeners = {
  onReady: () => void;
  /** The frame has been silent for seconds. It may still load. */
  onLate: () => void;
  onMessage: (message: ToHost) => void;
};

export type FrameAddress = { base: string; path: string; title: string };

// Browsers don't let the page see why a frame stayed empty, so this names what a developer can change.
const refused = (base: string) =>
  `the chat's frame didn't load. If ${base} is reachable, either the page's Content-Security-Policy has no frame-src for it, or the site's domain setting doesn't include this page`;

/** Creates the frame and waits for its hello. Messages from other windows or origins are ignored. */
export function createFrame({ base, path, title }: FrameAddress, { onReady, onLate, onMessage }: Listeners): Frame {
  const node = element("iframe", { src: base + path, title, referrerpolicy: "no-referrer", allow: "" });
  let port: MessagePort | undefined;

  // A sandboxed page passes its sandbox on to the frame, whose origin is then "null" as well.
  const isFromUs = (sender: string) => sender === base || (sender === "null" && origin === "null");

  const onHello = guard((event: MessageEvent) => {
    if (event.source !== node.contentWindow || !isFromUs(event.origin) || event.data !== HELLO) return;
    const channel = new MessageChannel();
    port?.close();
    port = channel.port1;
    port.onmessage = guard(({ data }: MessageEvent<ToHost>) => onMessage(data));
    node.contentWindow?.postMessage(HELLO, event.origin === base ? base : "*", [channel.port2]);
    stopWaiting();
    onReady();
  });

  const giveUp = guard(() => {
    stopWaiting();
    if (navigator.onLine) warn(refused(base));
    onLate();
  });
  let timer = setTimeout(giveUp, navigator.onLine ? PATIENCE_MS : PATIENCE_OFFLINE_MS);
  let isWaiting = true;
  const onLoad = () => {
    if (!isWaiting) return;
    clearTimeout(timer);
    timer = setTimeout(giveUp, PATIENCE_LOADED_MS);
  };
  const stopWaiting = () => {
    isWaiting = false;
    clearTimeout(timer);
  };
  const listen = () => {
    node.onload = onLoad;
    addEventListener("message", onHello);
  };
  listen();

  return {
    node,
    listen,
    send: guard((message) => port?.postMessage(message)),
    remove: () => {
      stopWaiting();
      removeEventListener("message", onHello);
      port?.close();
      node.remove();
    },
  };
}
