import type { ToFrame, ToHost } from "../bridge.ts";
import { createFrame, type Frame, type FrameAddress } from "./frame.ts";
import type { Notice } from "./notice.ts";

type Listeners = { onReady: () => void; onMessage: (message: ToHost) => void };

/** The panel's frame, which comes when it is first needed and may fail to. */
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
    /** Loads the frame unless it is there or on its way. */
    need: () => {
      if (state === "none" || state === "late") load();
    },
    isReady: () => state === "ready",
    focus: () => frame?.node.focus(),
    /** To a frame that is not ready nothing is sent; it asks for what it needs when it is. */
    send: (message: ToFrame) => {
      if (state === "ready") frame?.send(message);
    },
  };
}
