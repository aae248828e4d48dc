import type { LoaderSite } from "./site.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/**
 * Returns a function that says whether the site is open: 1, or 0 for closed. Only the device's clock says so. Nothing is known if
 * it's more than a day off as the page loads, and after the end of the turns (widget/panel/hours.ts).
 */
export function openNow({ turns = [], day = 0 }: LoaderSite): () => number | undefined {
  const now = () => Date.now() / MINUTE_MS;
  const isClockRight = Math.abs(now() / DAY_MINUTES - day - 0.5) < 1.5;
  return () => {
    const past = turns.filter((turn) => turn <= now()).length;
    const isOpen = past % 2;
    const isOver = past === turns.length && (isOpen || (turns[past - 1] as number) % DAY_MINUTES === 0);
    return isClockRight && !isOver ? isOpen : undefined;
  };
}
