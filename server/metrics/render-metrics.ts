import cluster from "node:cluster";
import { Registry } from "prom-client";
import { countedFigures } from "#platform/metrics/count.ts";
import { queueFigures } from "./queue-metrics.ts";
import { figuresOfWorkers } from "./worker-metrics.ts";

/** All that this service has counted, in Prometheus' text format: of several processes on one port the sum. */
export async function figuresInText(): Promise<{ contentType: string; text: string }> {
  const counted = cluster.isWorker ? figuresOfWorkers() : (countedFigures()?.registry.metrics() ?? "");
  const text = await Promise.all([counted, queueFigures()]);
  return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text: text.join("\n") };
}
