import { Prisma } from "#prisma-client";
import { addJob } from "../jobs/statements.ts";

/**
 * Stores a delivery, with its job, for each endpoint of the site that asked for an event: part of the statement that makes what
 * the event tells of. `events` is a SELECT of site_id, workspace_id, conversation_id (null where that is being deleted),
 * message_id, type, data (jsonb: ids and states, no word of anybody). Answers the endpoints' ids.
 */
export const storeDeliveries = (events: Prisma.Sql) => Prisma.sql`
  INSERT INTO webhook_deliveries (
    id, job_id, workspace_id, site_id, endpoint_id, conversation_id, message_id, type, data, due_at, created_at, updated_at
  )
  SELECT d.id, d.id, d.workspace_id, d.site_id, d.endpoint_id, d.conversation_id, d.message_id, d.type, d.data, now(), now(), now()
  FROM (
    SELECT gen_random_uuid() AS id, e.id AS endpoint_id, event.*
    FROM (${events}) event
    JOIN webhook_endpoints e ON e.site_id = event.site_id AND e.stopped_at IS NULL AND event.type = ANY (e.events)
  ) d
  RETURNING ${addJob("webhook", {
    jobId: Prisma.sql`job_id`,
    rowId: Prisma.sql`id`,
    due: Prisma.sql`due_at`,
    group: Prisma.sql`endpoint_id::text`,
  })}`;

/** What every event of a conversation, `c`, says of it; of the site's own test visitor it says so. */
export const conversationData = (more: Prisma.Sql = Prisma.sql`'{}'`) => Prisma.sql`
  jsonb_build_object('siteId', c.site_id, 'conversationId', c.id, 'visitorId', c.visitor_id) || (${more})::jsonb ||
    CASE WHEN (SELECT v.is_test FROM visitors v WHERE v.id = c.visitor_id) THEN '{"test": true}'::jsonb ELSE '{}' END`;
