import { Prisma } from "#prisma-client";
import { query, queryPrepared } from "../database/database.ts";
import { log } from "../log.ts";
import { deadLetterOf, QUEUE_NAMES, type QueueName, RETRIES, TABLE_OF } from "./queues.ts";
import { replaceJob } from "./statements.ts";

/** A row and the job that was made for it, as long as the row still names that job. */
export type JobOfRow = { queue: QueueName; rowId: string; jobId: string };

/** Matches the row, `r`, of a job, unless it's done or has another job. */
export const isCurrentJob = ({ rowId, jobId }: JobOfRow) =>
  Prisma.sql`r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'`;

/** Postpones a job's row without counting an attempt. */
export async function postponeJob(job: JobOfRow, due: Date): Promise<void> {
  await query(replaceJob(job.queue, isCurrentJob(job), Prisma.sql`${due}`));
}

/**
 * Delays the next attempt of a failed job by the seconds its receiver asked for, if that's longer than the queue's schedule,
 * and by at most the schedule's longest delay. `hasOwn` says that the last attempt did so.
 */
export async function chooseRetryDelay(
  { queue, jobId, attempt }: JobOfRow & { attempt: number },
  { wanted, hasOwn }: { wanted: number; hasOwn: boolean },
): Promise<void> {
  const delay = Math.min(wanted, RETRIES.retryDelayMax);
  const isLonger = delay > RETRIES.retryDelay * 2 ** (attempt - 1);
  if (!isLonger && !hasOwn) return;
  await query(Prisma.sql`
    UPDATE pgboss.job SET retry_backoff = ${!isLonger}, retry_delay = ${isLonger ? delay : RETRIES.retryDelay}
    WHERE name = ${queue} AND id = ${jobId}::uuid`);
}

/** Marks a row as failed after its last attempt. The row stays, so that its owner sees why and can retry. */
export async function markFailed(job: JobOfRow, reason: string): Promise<void> {
  await query(Prisma.sql`
    UPDATE ${TABLE_OF[job.queue]} r SET status = 'failed', reason = coalesce(r.reason, ${reason}), updated_at = now()
    WHERE ${isCurrentJob(job)}`);
}

const ALL_QUEUES = QUEUE_NAMES.flatMap((queue) => [queue, deadLetterOf(queue)]);

/** Returns the queues that have a job that's due. It costs less than pg-boss's own statement, which each queue needs for itself. */
export async function findDueQueues(): Promise<string[]> {
  const rows = await queryPrepared<{ name: string }>(Prisma.sql`
    SELECT q.name FROM unnest((SELECT ${ALL_QUEUES}::text[])) AS q (name)
    WHERE EXISTS (
      SELECT FROM pgboss.job j WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
    )`);
  return rows.map(({ name }) => name);
}

const ROWS_AT_ONCE = 500;

/**
 * Creates jobs for pending rows that have none: restoring or moving a database copies rows but no queue. Returns how
 * many.
 */
export async function addMissingJobs(): Promise<number> {
  let total = 0;
  for (const queue of QUEUE_NAMES) {
    // A minute late, so that a job that's just finishing is left alone.
    const which = Prisma.sql`r.id IN (
      SELECT w.id FROM ${TABLE_OF[queue]} w
      WHERE w.status = 'pending' AND w.due_at < now() - interval '1 minute'
        AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = ${queue} AND j.id = w.job_id AND j.state < 'completed')
        AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = ${deadLetterOf(queue)} AND j.source_id = w.job_id)
      ORDER BY w.due_at LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
    const added = await query(replaceJob(queue, which, Prisma.sql`now()`));
    total += added.length;
  }
  if (total > 0) log().warn({ count: total }, "created jobs for rows that had none");
  return total;
}
