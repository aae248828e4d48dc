import { expect } from "@playwright/test";

const MEBIBYTE = 1024 ** 2;
const RUNS = 3;
// Below this, caches and the garbage collector say more than the work. Quadratic work on 1 MiB takes many seconds.
const MEASURABLE_MS = 500;
// Three for each doubling: quadratic work takes sixteen times as long.
const RATIO_MAX = 9;

// Of this thread alone: other processes of the host don't count.
function processorMs(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/** Expects that 1 MiB takes at most nine times the processor time of 256 KiB. `prepare` returns what's measured. */
export function expectLinear(prepare: (size: number) => () => unknown): void {
  const [quarter, whole] = [prepare(MEBIBYTE / 4), prepare(MEBIBYTE)];
  const times = Array.from({ length: RUNS }, () => [processorMs(quarter), processorMs(whole)] as const);
  const first = Math.min(...times.map(([ms]) => ms));
  const second = Math.min(...times.map(([, ms]) => ms));
  if (second > MEASURABLE_MS) expect(second / first, `${first} ms, then ${second} ms`).toBeLessThan(RATIO_MAX);
}
