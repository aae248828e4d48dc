import { Prisma } from "#prisma-client";
import { type QueueName, TABLE_OF } from "./queues.ts";

type Handed = { jobId: Prisma.Sql; rowId: Prisma.Sql; due: Prisma.Sql; group?: Prisma.Sql };

/**
 * An expression that queues a row, for the RETURNING of the statement that writes it, so that both exist or neither.
 * Few jobs of one group run at once. By default each is a group of its own.
 */
export const addJob = (queue: QueueName, { jobId, rowId, due, group }: Handed) =>
  Prisma.sql`add_job(${queue}, ${jobId}, ${rowId}, ${due}, ${group ?? Prisma.sql`NULL`})`;

/** Gives the matching rows a new job, due at `due`. Their old jobs then find nothing to do. */
export const replaceJob = (queue: QueueName, which: Prisma.Sql, due: Prisma.Sql) => Prisma.sql`
  UPDATE ${TABLE_OF[queue]} r SET job_id = gen_random_uuid(), status = 'pending', reason = NULL, due_at = ${due}, updated_at = now()
  WHERE ${which}
  RETURNING ${addJob(queue, { jobId: Prisma.sql`r.job_id`, rowId: Prisma.sql`r.id`, due: Prisma.sql`r.due_at`, group: groupOf(queue) })}`;

const GROUPS: Partial<Record<QueueName, Prisma.Sql>> = {
  webhook: Prisma.sql`r.endpoint_id::text`,
  notification: Prisma.sql`r.user_id::text`,
};
const groupOf = (queue: QueueName) => GROUPS[queue] ?? Prisma.sql`NULL`;

/** When a job runs next. Null while it's running and once it's done. */
export const dueOfJob = (queue: QueueName, jobId: Prisma.Sql) => Prisma.sql`
  SELECT j.start_after FROM pgboss.job j WHERE j.name = ${queue} AND j.id = ${jobId} AND j.state < 'active'`;
