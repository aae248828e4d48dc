/** The counts of the current window and of the complete one before it. */
export type Windows = { current: number; previous: number };

/*
 * A sliding window made of two counters. The previous window counts for the part of it that's less than one window
 * ago, as if its hits had been spread evenly. `elapsed` is the elapsed fraction of the current window, 0 to 1.
 */

/** Returns how much of a limit is used. */
function usedOf({ current, previous }: Windows, elapsed: number): number {
  return current + previous * (1 - elapsed);
}

/** Returns the time, in windows, until one more hit fits under the limit. 0 if it does now. */
export function waitFor(windows: Windows, elapsed: number, limit: number): number {
  const room = limit - 1;
  const { current, previous } = windows;
  if (usedOf(windows, elapsed) <= room) return 0;
  if (current <= room) return 1 - (room - current) / previous - elapsed;
  return 1 - elapsed + (1 - room / current);
}
