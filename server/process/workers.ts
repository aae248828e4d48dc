import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { childEnvironment, env } from "#platform/env.ts";
import { log } from "#platform/log.ts";
import type { MetricsRequest } from "../metrics/worker-metrics.ts";
import { StartError } from "./start-error.ts";

/** What a worker says to the process that started it. */
export type WorkerMessage = { isListening: true } | { failure: string } | MetricsRequest;

const RESTART_FIRST_MS = 100;
const RESTART_LONGEST_MS = 10_000;
const LATELY_MS = 60_000;

async function sendMetricsTo(worker: Worker, wanted: MetricsRequest): Promise<void> {
  const { sendMetrics } = await import("../metrics/worker-metrics.ts");
  await sendMetrics(worker, wanted);
}

/** Several processes that serve on one port and share nothing but the database. One that exits is restarted. */
export class Workers {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #running = new Set<Worker>();
  #endings: number[] = [];
  readonly #stopping = new AbortController();

  private constructor() {
    this.#environment = childEnvironment();
    // Workers accept connections themselves. If this process passed them on, those on their way to a worker that's
    // killed would stay open forever, without a response.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: join(import.meta.dirname, "..", "worker.ts"), args: [] });
  }

  /** Resolves when all of them listen; throws where one does not come up. */
  static async start(): Promise<Workers> {
    const workers = new Workers();
    try {
      await Promise.all(Array.from({ length: env().WEB_CONCURRENCY }, () => workers.#begin()));
      return workers;
    } catch (error) {
      await workers.stop();
      throw error;
    }
  }

  /** Lets all of them finish what they are about, and waits for that. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(
      [...this.#running].map(async (worker) => {
        const ended = once(worker, "exit");
        worker.process.kill("SIGTERM");
        await ended;
      }),
    );
  }

  #begin(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    const worker = cluster.fork(this.#environment);
    this.#running.add(worker);
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    let failure: string | undefined;
    let hasListened = false;
    worker.on("message", (message: WorkerMessage) => {
      if ("failure" in message) failure = message.failure;
      if ("metricsRequested" in message) void sendMetricsTo(worker, message);
      if ("isListening" in message) {
        hasListened = true;
        resolve();
      }
    });
    // One that has just exited can't be reached; unhandled, the event would end all of them. "exit" follows.
    worker.on("error", (error) => log().warn({ err: error }, "could not reach a worker process"));
    worker.on("exit", (code, signal) => {
      this.#running.delete(worker);
      const how = signal ?? `exit code ${code}`;
      reject(new StartError(failure ?? `a worker process exited (${how})`));
      if (hasListened && !this.#stopping.signal.aborted) void this.#replace(worker.process.pid, how);
    });
    return listening;
  }

  async #replace(worker: number | undefined, how: string): Promise<void> {
    const waitMs = this.#noteEnding();
    log().error({ worker, how, waitMs }, "a worker process exited; starting another");
    await pause(waitMs);
    await this.#begin().catch((error: StartError) => this.#replace(undefined, error.message));
  }

  // The more of them have ended lately, the longer it takes until the next try.
  #noteEnding(): number {
    const now = Date.now();
    this.#endings = [...this.#endings.filter((at) => at > now - LATELY_MS), now];
    return Math.min(RESTART_LONGEST_MS, RESTART_FIRST_MS * 2 ** (this.#endings.length - 1));
  }
}
