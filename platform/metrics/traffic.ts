import { processWide } from "../process-wide.ts";

/** Counts in this process since they were last taken. They're few, and none is made of input. */
const counts = processWide("traffic", () => new Map<string, number>())();

/** Counts something that the service's status is about, such as a limit that was reached. */
export function noteTraffic(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Returns what was counted since the last call. */
export function takeTraffic(): [what: string, count: number][] {
  const taken = [...counts];
  counts.clear();
  return taken;
}
