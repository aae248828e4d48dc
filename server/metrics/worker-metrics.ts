import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { log } from "#platform/log.ts";

/** The request from a worker to the primary process, and the response. */
export type MetricsRequest = { metricsRequested: number };
type MetricsResponse = { metricsSent: number; text: string };

const PATIENCE_MS = 6_000;

const waiting = new Map<number, (text: string) => void>();
let all: AggregatorRegistry<"text/plain; version=0.0.4; charset=utf-8"> | undefined;
let lastRequested = 0;

/** In the primary process: collects the metrics of all workers, and responds to the one that asked. */
export async function sendMetrics(worker: Worker, { metricsRequested }: MetricsRequest): Promise<void> {
  all ??= new AggregatorRegistry();
  try {
    const text = await all.clusterMetrics();
    if (worker.isConnected()) worker.send({ metricsSent: metricsRequested, text } satisfies MetricsResponse);
  } catch (error) {
    log().warn({ err: error }, "could not collect metrics from every worker process");
  }
}

/** In a worker: returns the metrics of all workers. Rejects if that takes too long. */
export async function collectWorkerMetrics(): Promise<string> {
  if (lastRequested === 0) process.on("message", take);
  lastRequested += 1;
  const asked = lastRequested;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  waiting.set(asked, resolve);
  const late = setTimeout(() => reject(new Error("the other processes did not report their metrics")), PATIENCE_MS);
  process.send?.({ metricsRequested: asked } satisfies MetricsRequest);
  return promise.finally(() => {
    clearTimeout(late);
    waiting.delete(asked);
  });
}

function take(message: unknown): void {
  if (typeof message !== "object" || message === null || !("metricsSent" in message)) return;
  const { metricsSent, text } = message as MetricsResponse;
  waiting.get(metricsSent)?.(text);
}
