import { guard } from "../loader/guard.ts";

/** Keeps the full-screen panel in the part of the page that a keyboard on the screen leaves; a pinch does not count. */
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
