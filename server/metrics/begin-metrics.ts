import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { beginCounting } from "#platform/metrics/count.ts";
import { createFigures } from "#platform/metrics/metrics.ts";
import { addGauges } from "./gauges.ts";

/** Begins to count what happens in this process. */
export function beginMetrics(): void {
  const figures = createFigures();
  addGauges(figures.registry);
  beginCounting(figures);
  if (!cluster.isWorker) return;
  // From here on it answers the process that started it and adds up what all of them have counted.
  AggregatorRegistry.setRegistries(figures.registry);
  new AggregatorRegistry();
}
