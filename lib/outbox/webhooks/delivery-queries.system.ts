import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { isCurrentJob, type JobOfRow } from "#platform/jobs/rows.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import { storeMails } from "../mail-queue/statements.ts";
import type { EventType, TEST_EVENT } from "./event-types.ts";
import type { Outcome } from "./outcome.ts";
import type { StopReason } from "./schema.ts";

/** A delivery that is due, and its endpoint. */
export type DueDelivery = {
  id: string;
  type: EventType | typeof TEST_EVENT;
  data: object;
  createdAt: Date;
  endpointId: string;
  url: string;
  secret: Buffer;
  /** Set during the overlap, while it signs too. */
  previousSecret: Buffer | null;
  isStopped: boolean;
};

/** Returns the delivery of a job, or null if it was sent, replaced or deleted meanwhile. */
export async function findDueDelivery(job: JobOfRow): Promise<DueDelivery | null> {
  const [row] = await query<DueDelivery>(Prisma.sql`
    SELECT r.id, r.type, r.data, r.created_at AS "createdAt", e.id AS "endpointId", e.url, e.secret,
      CASE WHEN e.previous_ends_at > now() THEN e.previous_secret END AS "previousSecret",
      e.stopped_at IS NOT NULL AS "isStopped"
    FROM webhook_deliveries r JOIN webhook_endpoints e ON e.id = r.endpoint_id
    WHERE ${isCurrentJob(job)}`);
  return row ?? null;
}

const STOPPED = "The webhook was stopped when its turn came.";

/** Marks a delivery as skipped because its endpoint is stopped. */
export async function skipDelivery(job: JobOfRow): Promise<void> {
  await query(Prisma.sql`
    UPDATE webhook_deliveries r SET status = 'skipped', reason = ${STOPPED}, updated_at = now() WHERE ${isCurrentJob(job)}`);
}

/** A finished attempt. */
export type DeliveryAttempt = Outcome & {
  startedAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  answer: string | null;
  /** How many seconds the receiver asked to wait before the next one. */
  retryAfter: number | null;
};

/** What an attempt means for its delivery and for the endpoint. */
export type DeliveryVerdict = {
  status: "delivered" | "pending" | "failed";
  /** Why it failed, for people. Null if it succeeded. */
  reason: string | null;
  /** Whether it counts towards how long the endpoint has been failing. */
  isCounted: boolean;
  /** Whether the event has been tried so often that it may stop the endpoint. */
  isTriedLong: boolean;
  stop: Exclude<StopReason, "owner"> | null;
};

const DAYS_OF_FAILURE = 5;

/**
 * Records an attempt and what it means. If nothing has reached the endpoint for days, stops it and queues an email to
 * its owner, all in one statement.
 */
export async function recordAttempt(
  job: JobOfRow,
  attempt: DeliveryAttempt,
  { status, reason, isCounted, isTriedLong, stop }: DeliveryVerdict,
): Promise<void> {
  const isDelivered = status === "delivered";
  const isFailure = isCounted && !isDelivered;
  const isFailingLong = Prisma.sql`(${isFailure && isTriedLong} AND e.failing_since < now() - make_interval(days => ${DAYS_OF_FAILURE}))`;
  const [noted] = await retryingConflicts(() =>
    query<{ hasMail: boolean }>(Prisma.sql`
    WITH delivery AS (
      UPDATE webhook_deliveries r SET status = ${status}, reason = ${reason}, attempts = r.attempts + 1, updated_at = now(),
        delivered_at = CASE WHEN ${isDelivered} THEN now() END
      WHERE ${isCurrentJob(job)}
      RETURNING r.id, r.attempts, r.endpoint_id
    ), attempt AS (
      INSERT INTO webhook_attempts (
        delivery_id, number, started_at, duration_ms, request_headers, status_code, answer, error
      )
      SELECT id, attempts, ${attempt.startedAt}, ${attempt.durationMs}, ${JSON.stringify(attempt.requestHeaders)}::jsonb,
        ${attempt.statusCode}, ${attempt.answer}, ${attempt.error}
      FROM delivery
    ), endpoint AS (
      UPDATE webhook_endpoints e SET
        failing_since = CASE WHEN ${isFailure} THEN coalesce(e.failing_since, now()) END,
        stopped_at = CASE WHEN ${stop !== null} OR ${isFailingLong} THEN now() END,
        stop_reason = CASE WHEN ${stop !== null} THEN ${stop} WHEN ${isFailingLong} THEN 'failing' END,
        updated_at = now()
      FROM delivery
      WHERE e.id = delivery.endpoint_id AND e.stopped_at IS NULL AND (
        (${isDelivered} AND e.failing_since IS NOT NULL) OR (${isFailure} AND e.failing_since IS NULL)
        OR ${stop !== null} OR ${isFailingLong}
      )
      RETURNING e.site_id, e.workspace_id, e.stopped_at
    ), mail AS (${storeMails({
      from: Prisma.sql`(
        SELECT gen_random_uuid() AS id, endpoint.*, w.owner_id
        FROM endpoint JOIN workspaces w ON w.id = endpoint.workspace_id
        WHERE endpoint.stopped_at IS NOT NULL AND ${env().SMTP_URL !== undefined}
      ) m`,
      kind: "webhook_stopped",
      id: Prisma.sql`m.id`,
      workspaceId: Prisma.sql`m.workspace_id`,
      siteId: Prisma.sql`m.site_id`,
      userId: Prisma.sql`m.owner_id`,
    })}
    )
    SELECT EXISTS (SELECT FROM mail) AS "hasMail"`),
  );
  if (noted?.hasMail) wakeJobs("mail");
}
