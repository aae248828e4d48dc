import { guard } from "../loader/guard.ts";

/** Keeps the full-screen panel above an on-screen keyboard. Pinch zoom doesn't count. */
export function fitAboveKeyboard(panel: HTMLElement, signal: AbortSignal): void {
  const view = window.visualViewport;
  const fit = guard(() => {
    if (!view || view.scale > 1.01) return;
    panel.style.setProperty("--t", `${view.offsetTop}px`);
    panel.style.setProperty("--h", `${view.height}px`);
  });
  view?.addEventListener("resize", fit, { signal });
  view?.addEventListener("scroll", fit, { signal });
}
