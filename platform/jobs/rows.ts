import { Prisma } from "#prisma-client";
import { query } from "../database/database.ts";
import { log } from "../log.ts";
import { deadLetterOf, QUEUE_NAMES, type QueueName, TABLE_OF } from "./queues.ts";
import { addJobAnew } from "./statements.ts";

/** A row that a job was made for, while that job is the one that it goes by. */
export type JobOfRow = { queue: QueueName; rowId: string; jobId: string };

/** The row, `r`, that a job is about, unless it is done, or has another job. */
export const isStillOf = ({ rowId, jobId }: JobOfRow) =>
  Prisma.sql`r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'`;

/** Puts off what a job is about, without counting that as a try. */
export async function postponeJob(job: JobOfRow, due: Date): Promise<void> {
  await query(addJobAnew(job.queue, isStillOf(job), Prisma.sql`${due}`));
}

/** Notes that all tries have failed: the row stays, for its owner to see why and to try again. */
export async function markFailed(job: JobOfRow, reason: string): Promise<void> {
  await query(Prisma.sql`
    UPDATE ${TABLE_OF[job.queue]} r SET status = 'failed', reason = coalesce(r.reason, ${reason}), updated_at = now()
    WHERE ${isStillOf(job)}`);
}

const ROWS_AT_ONCE = 500;

/**
 * Gives a job to rows that wait and have none: after a restore or a move, which take the rows along and not the queue.
 * Answers how many.
 */
export async function addMissingJobs(): Promise<number> {
  let total = 0;
  for (const queue of QUEUE_NAMES) {
    // A minute past its time, so that one which is just being finished is left alone.
    const which = Prisma.sql`r.id IN (
      SELECT w.id FROM ${TABLE_OF[queue]} w
      WHERE w.status = 'pending' AND w.due_at < now() - interval '1 minute'
        AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = ${queue} AND j.id = w.job_id AND j.state < 'completed')
        AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = ${deadLetterOf(queue)} AND j.source_id = w.job_id)
      ORDER BY w.due_at LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
    const added = await query(addJobAnew(queue, which, Prisma.sql`now()`));
    total += added.length;
  }
  if (total > 0) log().warn({ count: total }, "made jobs for what waited without one");
  return total;
}
