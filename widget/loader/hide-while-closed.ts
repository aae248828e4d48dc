import { flag } from "./flag.ts";
import { guard } from "./guard.ts";
import type { LoaderSite } from "./site.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/**
 * Hides the button while the site is closed, unless the visitor has a conversation. Only the device's clock says when that is: if
 * it's more than a day off, or the list of turns is over (widget/panel/hours.ts), the button is shown.
 */
export function hideWhileClosed(
  { key, turns = [], day = 0 }: LoaderSite,
  launcher: HTMLElement,
  signal: AbortSignal,
): void {
  let isHidden = false;
  const look = guard(() => {
    // Whatever opened the chat meanwhile has brought the button back, for good.
    if (signal.aborted || launcher.hidden !== isHidden) return;
    const now = Date.now() / MINUTE_MS;
    const past = turns.filter((turn) => turn <= now).length;
    const isCut = past === turns.length && (turns[past - 1] as number) % DAY_MINUTES === 0;
    isHidden = past % 2 === 0 && !isCut && !flag(key) && launcher.getAttribute("aria-expanded") !== "true";
    launcher.hidden = isHidden;
    setTimeout(look, MINUTE_MS - (Date.now() % MINUTE_MS));
  });
  if (Math.abs(Date.now() / MINUTE_MS / DAY_MINUTES - day - 0.5) < 1.5) look();
}
