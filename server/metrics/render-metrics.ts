import cluster from "node:cluster";
import { Registry } from "prom-client";
import { currentMetrics } from "#platform/metrics/count.ts";
import {
  readBackupMetrics,
  readFileMetrics,
  readPeopleMetrics,
  readQueueMetrics,
  readStatusMetrics,
  readWaitingMetrics,
} from "./database-metrics.ts";
import { collectWorkerMetrics } from "./worker-metrics.ts";

/** Renders the service's metrics in Prometheus' text format, summed over all processes on one port. */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  const counted = cluster.isWorker ? collectWorkerMetrics() : (currentMetrics()?.registry.metrics() ?? "");
  const fromDatabase = [
    readQueueMetrics(),
    readWaitingMetrics(),
    readPeopleMetrics(),
    readFileMetrics(),
    readBackupMetrics(),
    readStatusMetrics(),
  ];
  const text = await Promise.all([counted, ...fromDatabase]);
  return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text: text.join("\n") };
}
