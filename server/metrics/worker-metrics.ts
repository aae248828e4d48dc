import type { Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { log } from "#platform/log.ts";

/** The request from a worker to the primary process, and the response. */
export type MetricsRequest = { figuresWanted: number };
type FiguresGiven = { figuresGiven: number; text: string };

const PATIENCE_MS = 6_000;

const waiting = new Map<number, (text: string) => void>();
let all: AggregatorRegistry<"text/plain; version=0.0.4; charset=utf-8"> | undefined;
let lastWanted = 0;

/** In the primary process: collects the metrics of all workers, and responds to the one that asked. */
export async function sendMetrics(worker: Worker, { figuresWanted }: MetricsRequest): Promise<void> {
  all ??= new AggregatorRegistry();
  try {
    const text = await all.clusterMetrics();
    if (worker.isConnected()) worker.send({ figuresGiven: figuresWanted, text } satisfies FiguresGiven);
  } catch (error) {
    log().warn({ err: error }, "could not collect metrics from every worker process");
  }
}

/** In a worker: returns the metrics of all workers. Rejects if that takes too long. */
export async function collectWorkerMetrics(): Promise<string> {
  if (lastWanted === 0) process.on("message", take);
  lastWanted += 1;
  const asked = lastWanted;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  waiting.set(asked, resolve);
  const late = setTimeout(() => reject(new Error("the other processes did not report their metrics")), PATIENCE_MS);
  process.send?.({ figuresWanted: asked } satisfies MetricsRequest);
  return promise.finally(() => {
    clearTimeout(late);
    waiting.delete(asked);
  });
}

function take(message: unknown): void {
  if (typeof message !== "object" || message === null || !("figuresGiven" in message)) return;
  const { figuresGiven, text } = message as FiguresGiven;
  waiting.get(figuresGiven)?.(text);
}
