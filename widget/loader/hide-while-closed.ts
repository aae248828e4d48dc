import { flag } from "./flag.ts";
import { guard } from "./guard.ts";
import { openNow } from "./open-now.ts";
import type { LoaderSite } from "./site.ts";

const MINUTE_MS = 60_000;

/** Hides the button while the site is closed, unless the visitor has a conversation. If that isn't known, it's shown. */
export function hideWhileClosed(site: LoaderSite, launcher: HTMLElement, signal: AbortSignal): void {
  const isOpen = openNow(site);
  let isHidden = false;
  const look = guard(() => {
    // Whatever opened the chat meanwhile has brought the button back, for good.
    if (signal.aborted || launcher.hidden !== isHidden) return;
    isHidden = isOpen() === 0 && !flag(site.key) && launcher.getAttribute("aria-expanded") !== "true";
    launcher.hidden = isHidden;
    setTimeout(look, MINUTE_MS - (Date.now() % MINUTE_MS));
  });
  look();
}
