import { guard } from "./guard.ts";

/**
 * Puts the host beside the body, where no transform, `:last-child` or replaced body of the page matters, and in the top
 * layer. Pages that replace their whole document get it back, but one that keeps removing it is left alone.
 */
export function keepAttached(host: HTMLElement, position: string | null | undefined, signal: AbortSignal): void {
  let returns = 20;

  const attach = () => {
    const page = document.documentElement;
    page.append(host);
    // The corner where lines end, unless the tag names a side.
    host.dir =
      position === "left" ? "rtl" : position === "right" ? "ltr" : getComputedStyle(document.body ?? page).direction;
    host.showPopover?.();
    for (const place of [document, page]) observer.observe(place, { childList: true });
  };

  const observer = new MutationObserver(
    guard(() => {
      if (!host.isConnected && returns-- > 0) attach();
    }),
  );

  signal.onabort = () => {
    observer.disconnect();
    host.remove();
  };
  attach();
}
