import type { ToFrame, ToHost } from "../bridge.ts";
import { createFrame, type Frame, type FrameAddress } from "./frame.ts";
import type { Notice } from "./notice.ts";

type Listeners = { onReady: () => void; onMessage: (message: ToHost) => void };

/** Holds the panel's frame, which is created when it's first needed and may fail to load. */
export function holdFrame(panel: HTMLElement, notice: Notice, address: FrameAddress, listeners: Listeners) {
  let frame: Frame | undefined;
  let state: "none" | "coming" | "late" | "ready" = "none";

  const drop = () => {
    frame?.remove();
    state = "none";
    panel.classList.remove("r");
  };

  const load = () => {
    drop();
    state = "coming";
    notice.show(false);
    frame = createFrame(address, {
      onReady: () => {
        state = "ready";
        panel.classList.add("r");
        listeners.onReady();
      },
      onLate: () => {
        state = "late";
        notice.show(true);
      },
      onMessage: listeners.onMessage,
    });
    panel.append(frame.node);
  };

  return {
    load,
    drop,
    listen: () => frame?.listen(),
    /** Loads the frame unless it's loaded or loading. */
    need: () => {
      if (state === "none" || state === "late") load();
    },
    isReady: () => state === "ready",
    focus: () => frame?.node.focus(),
    /** A frame that isn't ready gets nothing. It asks for what it needs once it is. */
    send: (message: ToFrame) => {
      if (state === "ready") frame?.send(message);
    },
  };
}
