"use client";

import { useEffect, useRef } from "react";
import { HELLO, type ToFrame, type ToHost } from "../../widget/bridge.ts";

type Props = { siteKey: string; siteName: string; language: string };

/** Shows the panel as a full page: the same frame as on a site's pages, with this page in the loader's role. */
export function ChatFrame({ siteKey, siteName, language }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const address = `/widget/frame?site=${encodeURIComponent(siteKey)}&lang=${language}&whole`;

  useEffect(() => {
    const node = frame.current;
    if (!node) return;
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== node.contentWindow || origin !== location.origin || data !== HELLO) return;
      const { port1, port2 } = new MessageChannel();
      const send = (message: ToFrame) => port1.postMessage(message);
      port1.onmessage = (event: MessageEvent<ToHost>) => {
        if (event.data.type === "page") send({ type: "page", url: location.origin + location.pathname });
      };
      node.contentWindow?.postMessage(HELLO, location.origin, [port2]);
      send({ type: "visible", open: true });
    };
    addEventListener("message", onMessage);
    // Set only now, so that the frame's hello has a listener.
    node.src = address;
    return () => removeEventListener("message", onMessage);
  }, [address]);

  return <iframe ref={frame} title={siteName} className="min-h-0 w-full flex-1" />;
}
