import { Prisma } from "#prisma-client";
import { type QueueName, TABLE_OF } from "./queues.ts";

type Handed = { jobId: Prisma.Sql; rowId: Prisma.Sql; due: Prisma.Sql; group?: Prisma.Sql };

/**
 * An expression that hands a row to its queue, for the RETURNING of the statement that writes the row, so that both are there or
 * neither. Of one group (by default a group of its own) few are carried out at once.
 */
export const addJob = (queue: QueueName, { jobId, rowId, due, group }: Handed) =>
  Prisma.sql`add_job(${queue}, ${jobId}, ${rowId}, ${due}, ${group ?? Prisma.sql`NULL`})`;

/** Gives rows that a condition names another job, due at a moment; what the job before does of them finds nothing. */
export const addJobAnew = (queue: QueueName, which: Prisma.Sql, due: Prisma.Sql) => Prisma.sql`
  UPDATE ${TABLE_OF[queue]} r SET job_id = gen_random_uuid(), status = 'pending', reason = NULL, due_at = ${due}, updated_at = now()
  WHERE ${which}
  RETURNING ${addJob(queue, { jobId: Prisma.sql`r.job_id`, rowId: Prisma.sql`r.id`, due: Prisma.sql`r.due_at`, group: groupOf(queue) })}`;

const groupOf = (queue: QueueName) => (queue === "webhook" ? Prisma.sql`r.endpoint_id::text` : Prisma.sql`NULL`);

/** When a job is carried out next; nothing while it is, and once it is done. */
export const dueOfJob = (queue: QueueName, jobId: Prisma.Sql) => Prisma.sql`
  SELECT j.start_after FROM pgboss.job j WHERE j.name = ${queue} AND j.id = ${jobId} AND j.state < 'active'`;
