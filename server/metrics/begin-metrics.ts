import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { startCounting } from "#platform/metrics/count.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";
import { addGauges } from "./gauges.ts";

/** Begins to count what happens in this process. */
export function beginMetrics(): void {
  const figures = createMetrics();
  addGauges(figures.registry);
  startCounting(figures);
  if (!cluster.isWorker) return;
  // From here on, it responds to the process that started it, which adds up all their counts.
  AggregatorRegistry.setRegistries(figures.registry);
  new AggregatorRegistry();
}
