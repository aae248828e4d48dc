import cluster from "node:cluster";
import { Registry } from "prom-client";
import { countedFigures } from "#lib/metrics/count.ts";
import { figuresOfWorkers } from "./figures-of-workers.ts";
import { queueFigures } from "./queue-figures.ts";

/** All that this service has counted, in Prometheus' text format: of several processes on one port the sum. */
export async function figuresInText(): Promise<{ contentType: string; text: string }> {
  const counted = cluster.isWorker ? figuresOfWorkers() : (countedFigures()?.registry.metrics() ?? "");
  const text = await Promise.all([counted, queueFigures()]);
  return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text: text.join("\n") };
}
