import { guard } from "./guard.ts";

/**
 * Puts the host next to the body, where the page's transforms, `:last-child` rules or a replaced body don't matter,
 * and in the top layer. A page that replaces its whole document gets it back. A page that keeps removing it wins.
 */
export function keepAttached(
  host: HTMLElement,
  position: string | null | undefined,
  signal: AbortSignal,
  onAttach: () => void,
): void {
  let returns = 20;

  const attach = () => {
    onAttach();
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
      if (document.documentElement && !host.isConnected && returns-- > 0) attach();
    }),
  );

  signal.onabort = () => {
    observer.disconnect();
    host.remove();
  };
  attach();
}
