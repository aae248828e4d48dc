const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * Returns how long to wait before the next try, in milliseconds, after `failures` in a row. It doubles each time, and
 * is randomized down to half of that, so that clients disconnected together don't come back together.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}
