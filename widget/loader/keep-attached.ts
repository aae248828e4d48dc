import { guard } from "./guard.ts";

const MAX_RETURNS = 20;

/**
 * Puts the host beside the body, where no transform, `:last-child` or replaced body of the page matters, and in the top
 * layer. Pages that replace their whole document get it back, but one that keeps removing it is left alone.
 */
export function keepAttached(host: HTMLElement, position: string, signal: AbortSignal): void {
  let returns = 0;

  const attach = () => {
    const page = document.documentElement;
    page.append(host);
    // The corner where lines end, unless the tag names a side.
    host.dir = position ? (position === "left" ? "rtl" : "ltr") : getComputedStyle(document.body ?? page).direction;
    host.showPopover?.();
    observer.disconnect();
    observer.observe(document, { childList: true });
    observer.observe(page, { childList: true });
  };

  const observer = new MutationObserver(
    guard(() => {
      if (!host.isConnected && returns++ < MAX_RETURNS) attach();
    }),
  );

  signal.onabort = () => {
    observer.disconnect();
    host.remove();
  };
  attach();
}
