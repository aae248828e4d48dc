import { setTimeout as pause } from "node:timers/promises";
import type { Moment } from "./words.ts";

const HEARD_WITHIN_MS = 15_000;

/** How long each message took to the other side, in milliseconds; only those that arrived. */
export async function latenciesOf(sentAt: Moment[], heard: () => Promise<Map<number, number>>): Promise<number[]> {
  const until = performance.now() + HEARD_WITHIN_MS;
  for (;;) {
    const arrived = await heard();
    const latencies = sentAt.flatMap(([number, at]) => {
      const heardAt = arrived.get(number);
      return heardAt === undefined ? [] : [heardAt - at];
    });
    if (latencies.length === sentAt.length || performance.now() > until) return latencies;
    await pause(500);
  }
}
