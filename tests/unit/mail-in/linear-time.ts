import { expect } from "@playwright/test";

const MEBIBYTE = 1024 ** 2;
const RUNS = 3;
// Below this, the clock and the garbage collector say more than the work.
const MEASURABLE_MS = 20;
const RATIO_MAX = 3;

function fastest(run: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

/** Expects that twice the input, 1 MiB, takes at most three times the time. `prepare` returns what's measured. */
export function expectLinear(prepare: (size: number) => () => unknown): void {
  const [half, whole] = [prepare(MEBIBYTE / 2), prepare(MEBIBYTE)];
  half();
  const [first, second] = [fastest(half), fastest(whole)];
  if (second > MEASURABLE_MS) expect(second / first, `${first} ms, then ${second} ms`).toBeLessThan(RATIO_MAX);
}
