import { setTimeout as wait } from "node:timers/promises";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import { queryForJobs } from "../database/database.ts";
import { logFailure } from "../failure-log.ts";
import { log } from "../log.ts";
import { countJob, type JobOutcome } from "../metrics/count.ts";
import { processWide } from "../process-wide.ts";
import { createBoss } from "./boss.ts";
import { deadLetterOf, QUEUE_NAMES, type QueueName } from "./queues.ts";
import { repeatWork } from "./repeated-work.ts";
import { addMissingJobs, chooseRetryDelay, findDueQueues, type JobOfRow, markFailed, postponeJob } from "./rows.ts";

/**
 * One attempt at a row. `attempt` counts from 1. `signal` aborts if the process stops or the attempt takes too long.
 */
export type Job = JobOfRow & { attempt: number; isLast: boolean; signal: AbortSignal };

/**
 * Does what a row asks for, and marks the row as done or as impossible. If it throws, it's retried later. If it
 * returns a time, it's postponed until then.
 */
export type JobHandler = (job: Job) => Promise<{ postponeTo: Date } | undefined>;

/**
 * A failure on someone else's side, such as a mail server's. Its message is logged as information, not as an error of
 * ours.
 */
export class TryAgain extends Error {
  override readonly name = "TryAgain";
  /** How many seconds the next try should wait at least. */
  readonly afterSeconds: number;

  constructor(message: string, afterSeconds = 0) {
    super(message);
    this.afterSeconds = afterSeconds;
  }
}

export type JobHandlers = Record<QueueName, JobHandler>;

/** What to do about a row after its last attempt, besides marking it as failed. */
export type GivingUp = Partial<Record<QueueName, (job: JobOfRow, reason: string) => Promise<void>>>;

// A hanging endpoint, or a person's hanging channels, occupy two of these for 15 s, and the others continue.
const WORKERS: Record<QueueName, number> = { mail: 2, webhook: 8, notification: 16, inbound: 2 };
const OF_ONE_GROUP = 2;
const POLL_EVERY_MS = 2_000;
// pg-boss would let every worker poll on its own, which is 15 statements a second for nothing.
const NOT_ON_ITS_OWN = { pollingIntervalSeconds: 3_600 };
const STOP_WITHIN_MS = 5_000;
const START_AGAIN_MS = 5_000;
const MISSING_EVERY_MS = 10 * 60_000;

type RowData = { id: string };
type BossJob = JobWithMetadata<RowData>;

/** Runs jobs in this process. Any number of processes may, and each job is run by one of them. */
export class JobWorker {
  readonly #handlers: JobHandlers;
  readonly #givingUp: GivingUp;
  readonly #stopping = new AbortController();
  readonly #polling: Promise<void>;
  #boss: PgBoss | undefined;
  #turn = 0;
  readonly #running: Promise<void>;

  constructor(handlers: JobHandlers, givingUp: GivingUp = {}) {
    this.#handlers = handlers;
    this.#givingUp = givingUp;
    const failure = "could not look for jobs that are due; will retry";
    const poll = { everyMs: POLL_EVERY_MS, work: () => this.poll(), failure };
    this.#polling = repeatWork("jobs", poll, this.#stopping.signal);
    this.#running = this.#run().catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) logFailure(error, "jobs are no longer running");
    });
  }

  /** Looks for a job now, because one was just written. */
  wake(queue: QueueName): void {
    this.#look(queue);
  }

  /** Looks for jobs that are due. */
  async poll(): Promise<void> {
    if (!this.#boss) return;
    const queues = await findDueQueues();
    if (this.#stopping.signal.aborted) return;
    for (const queue of queues) this.#look(queue);
  }

  // One idle worker looks. If it finds a job, the next one looks for more. Busy ones look once they're done, and pg-boss
  // counts a worker as busy that waits after an error, too.
  #look(queue: string): void {
    const workers = this.#boss?.getWipData().filter(({ name }) => name === queue) ?? [];
    const idle = workers.filter(({ count }) => count === 0);
    // In turn, as one whose statement hangs counts as idle.
    const next = idle[this.#turn++ % idle.length];
    for (const worker of workers) if (worker === next || worker.count > 0) this.#boss?.notifyWorker(worker.id);
  }

  /** Aborts running jobs, which another worker retries, and accepts no more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all([this.#polling, this.#boss?.stop({ graceful: true, timeout: STOP_WITHIN_MS })]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let boss = await this.#begin(); !boss; boss = await this.#begin()) {
      await wait(START_AGAIN_MS, undefined, { ref: false, signal });
    }
    while (!signal.aborted) {
      await addMissingJobs().catch((error: unknown) => logFailure(error, "could not look for rows without a job"));
      await wait(MISSING_EVERY_MS * (1 + Math.random()), undefined, { ref: false, signal });
    }
  }

  async #begin(): Promise<PgBoss | undefined> {
    const boss = createBoss(queryForJobs, { supervise: true });
    try {
      await boss.start();
      this.#boss = boss;
      for (const queue of QUEUE_NAMES) await this.#attend(boss, queue);
      return boss;
    } catch (error) {
      logFailure(error, "could not open the job queue; will retry");
      await boss.stop({ graceful: false }).catch(() => undefined);
      return undefined;
    }
  }

  async #attend(boss: PgBoss, queue: QueueName): Promise<void> {
    const options = { includeMetadata: true, ...NOT_ON_ITS_OWN } as const;
    const concurrency = { localConcurrency: WORKERS[queue], localGroupConcurrency: OF_ONE_GROUP };
    await boss.work(queue, { ...options, ...concurrency }, async (jobs: BossJob[]) => {
      this.#look(queue);
      for (const job of jobs) await this.#carryOut(queue, job);
    });
    const deadLetters = deadLetterOf(queue);
    await boss.work(deadLetters, options, async (jobs: BossJob[]) => {
      this.#look(deadLetters);
      for (const { data, sourceId } of jobs) {
        const giveUp = this.#givingUp[queue] ?? markFailed;
        if (sourceId) await giveUp({ queue, rowId: data.id, jobId: sourceId }, GIVEN_UP);
      }
    });
  }

  async #carryOut(queue: QueueName, bossJob: BossJob): Promise<void> {
    const { id, data, retryCount, retryLimit, retryBackoff, signal } = bossJob;
    const job = { queue, rowId: data.id, jobId: id, attempt: retryCount + 1, isLast: retryCount >= retryLimit };
    const startedAt = performance.now();
    const { attempt } = job;
    const line = () => ({ queue, jobId: id, rowId: data.id, attempt, ms: Math.round(performance.now() - startedAt) });
    const noteOutcome = (outcome: JobOutcome) => countJob({ queue, outcome, ms: performance.now() - startedAt });
    try {
      const outcome = await this.#handlers[queue]({ ...job, signal: AbortSignal.any([signal, this.#stopping.signal]) });
      if (outcome) await postponeJob(job, outcome.postponeTo);
      noteOutcome(outcome ? "postponed" : "done");
      log().info({ ...line(), outcome: outcome ? "postponed" : "done" }, "job");
    } catch (error) {
      noteOutcome("failed");
      const wanted = error instanceof TryAgain ? error.afterSeconds : 0;
      await chooseRetryDelay(job, { wanted, hasOwn: !retryBackoff });
      const isStopping = this.#stopping.signal.aborted;
      const reason = isStopping ? "the service is stopping" : error instanceof TryAgain ? error.message : undefined;
      if (reason) log().info({ ...line(), outcome: "failed", reason }, "job");
      else logFailure(error, "job failed; will retry", line());
      throw error;
    }
  }
}

const GIVEN_UP = "It was tried for more than a day without success.";

const started = processWide("job worker", (): { worker?: JobWorker } => ({}))();

export function startJobWorker(handlers: JobHandlers, givingUp: GivingUp = {}): { stop(): Promise<void> } {
  const worker = new JobWorker(handlers, givingUp);
  started.worker = worker;
  return {
    stop() {
      delete started.worker;
      return worker.stop();
    },
  };
}

/** Makes this process look for a job at once, if it runs any. Other processes see it within two seconds. */
export const wakeJobs = (queue: QueueName): void => started.worker?.wake(queue);
