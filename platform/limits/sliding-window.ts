/** What was counted in the running window and in the whole one before it. */
export type Windows = { current: number; previous: number };

/*
 * A sliding window of two counters: the one before counts for the part of it that is still within one window's length from
 * now, as if what happened in it had been spread evenly. `elapsed` is how much of the running window is over, 0 to 1.
 */

/** How much of a limit is used up. */
function usedOf({ current, previous }: Windows, elapsed: number): number {
  return current + previous * (1 - elapsed);
}

/** How many windows long it takes until one more fits under the limit; 0 when it does now. */
export function waitFor(windows: Windows, elapsed: number, limit: number): number {
  const room = limit - 1;
  const { current, previous } = windows;
  if (usedOf(windows, elapsed) <= room) return 0;
  if (current <= room) return 1 - (room - current) / previous - elapsed;
  return 1 - elapsed + (1 - room / current);
}
