import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { startCounting } from "#platform/metrics/count.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";
import { addGauges } from "./gauges.ts";

/** Starts counting in this process. */
export function beginMetrics(): void {
  const metrics = createMetrics();
  addGauges(metrics.registry);
  startCounting(metrics);
  if (!cluster.isWorker) return;
  // From here on, it responds to the primary process, which adds up all workers' metrics.
  AggregatorRegistry.setRegistries(metrics.registry);
  new AggregatorRegistry();
}
