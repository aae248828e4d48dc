import { setTimeout as pause } from "node:timers/promises";
import { residentOf } from "./process-tree.ts";

const SAMPLE_EVERY_MS = 20;

/** Returns the most memory that a process and those it started had at one time while some work ran, in bytes (RSS). */
export async function peakDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  let isOver = false;
  const sample = async () => {
    while (!isOver) {
      peak = Math.max(peak, residentOf(pid));
      await pause(SAMPLE_EVERY_MS);
    }
  };
  const sampling = sample();
  try {
    await work();
  } finally {
    isOver = true;
    await sampling;
  }
  return peak;
}
