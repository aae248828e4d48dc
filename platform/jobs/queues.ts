import { Prisma } from "#prisma-client";

/*
 * A queue for each table whose rows are carried out. The row says what is to be done and what became of it; its job, named by
 * job_id, is who does it. What a row knows of a job is these columns: id, job_id, status, reason, due_at, updated_at.
 */
export type QueueName = "mail" | "webhook";

export const QUEUE_NAMES = ["mail", "webhook"] as const satisfies QueueName[];

export const TABLE_OF: Record<QueueName, Prisma.Sql> = {
  mail: Prisma.sql`mails`,
  webhook: Prisma.sql`webhook_deliveries`,
};

/** Where pg-boss puts what was tried for the last time. */
export const deadLetterOf = (queue: QueueName) => `${queue}-failed`;

/**
 * 5 s after the first failure, then twice as long each time with some chance in it, at most 3 h: 20 retries take 25 to 31 hours.
 * Whoever carries out a job says each 5 s that it still does; one that was killed has its job taken over some 20 s later.
 */
export const RETRIES = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 10_800,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  // Rows are the record; what pg-boss keeps is only for looking into it.
  deleteAfterSeconds: 3_600,
  retentionSeconds: 30 * 86_400,
} as const;

/** What a dead letter is marked with: done soon, and without end until it is. */
export const DEAD_LETTERS = { ...RETRIES, retryLimit: 1_000, retryDelayMax: 600 } as const;
