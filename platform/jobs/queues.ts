import { Prisma } from "#prisma-client";

/*
 * One queue for each table whose rows are jobs to do. The row records what to do and the result. The pg-boss job that
 * job_id names executes it. A row has these columns for its job: id, job_id, status, reason, due_at, updated_at.
 */
export type QueueName = "mail" | "webhook" | "notification" | "inbound";

export const QUEUE_NAMES = ["mail", "webhook", "notification", "inbound"] as const satisfies QueueName[];

export const TABLE_OF: Record<QueueName, Prisma.Sql> = {
  mail: Prisma.sql`mails`,
  webhook: Prisma.sql`webhook_deliveries`,
  notification: Prisma.sql`notifications`,
  inbound: Prisma.sql`received_mails`,
};

/** The queue that pg-boss moves jobs to after their last attempt. */
export const deadLetterOf = (queue: QueueName) => `${queue}-failed`;

/**
 * The first retry after 5 s, then twice as long each time with jitter, at most 3 h: 20 retries take 25 to 31 hours. A
 * worker sends a heartbeat every 5 s. The job of a killed worker is taken over some 20 s later.
 */
export const RETRIES = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 10_800,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  // The rows are the record. pg-boss keeps finished jobs for inspection only.
  deleteAfterSeconds: 3_600,
  retentionSeconds: 30 * 86_400,
} as const;

/** What a queue has in place of RETRIES. A received email's files may have to be scanned, each in its turn. */
export const OWN_RETRIES: Partial<Record<QueueName, { expireInSeconds: number }>> = {
  inbound: { expireInSeconds: 300 },
};

/** Dead letters are processed quickly, and retried until that works. */
export const DEAD_LETTERS = { ...RETRIES, retryLimit: 1_000, retryDelayMax: 600 } as const;
