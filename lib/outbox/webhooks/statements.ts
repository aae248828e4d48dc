import { addJob, dueOfJob, replaceJob } from "#platform/jobs/statements.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite, ownSiteRows } from "../../base/access/statements.ts";
import { type EventType, TEST_EVENT } from "./event-types.ts";
import type { Outcome } from "./outcome.ts";
import type { DeliveryParams, DeliveryStatus, EndpointParams, StopReason } from "./schema.ts";

/*
 * Deliveries are the queue's, so they're SQL: each is stored with its job by the statement that makes its event happen, and
 * read with an attempt that may be stored at any time. Endpoints' settings are written by Prisma's client.
 */

// For a stored delivery.
const ADD_JOB = addJob("webhook", {
  jobId: Prisma.sql`job_id`,
  rowId: Prisma.sql`id`,
  due: Prisma.sql`due_at`,
  group: Prisma.sql`endpoint_id::text`,
});

/**
 * Stores a delivery and its job for each of the site's endpoints that subscribed to an event, as part of the
 * statement that makes the event happen. `events` is a SELECT of site_id, workspace_id, conversation_id (null if that
 * is being deleted), message_id, type, data (jsonb: ids and states, never text). Returns the endpoints' ids.
 */
export const storeDeliveries = (events: Prisma.Sql) => Prisma.sql`
  INSERT INTO webhook_deliveries (
    id, job_id, workspace_id, site_id, endpoint_id, conversation_id, message_id, type, data, due_at, created_at, updated_at
  )
  SELECT d.id, d.id, d.workspace_id, d.site_id, d.endpoint_id, d.conversation_id, d.message_id, d.type, d.data, d.at, d.at, d.at
  FROM (
    SELECT gen_random_uuid() AS id, e.id AS endpoint_id, event.*, statement_timestamp() AS at
    FROM (${events}) event
    JOIN webhook_endpoints e ON e.site_id = event.site_id AND e.stopped_at IS NULL AND event.type = ANY (e.events)
    -- Waits for an endpoint that is being deleted, and then skips it, so that its deletion never fails the event.
    FOR KEY SHARE OF e
  ) d
  RETURNING ${ADD_JOB}`;

type TeamEvents = { type: EventType | Prisma.Sql; data: Prisma.Sql; from: Prisma.Sql };

/** Events about the team, as `storeDeliveries` stores them: one for each of the sites, `s`, of a FROM clause. */
export const teamEvents = ({ type, data, from }: TeamEvents) => Prisma.sql`
  SELECT s.id AS site_id, s.workspace_id, NULL::uuid AS conversation_id, NULL::uuid AS message_id, ${type} AS type,
    jsonb_build_object('siteId', s.id) || ${data} AS data
  FROM ${from}`;

/** What every event of a conversation, `c`, contains, including whether it's the site's test visitor. */
export const conversationData = (more: Prisma.Sql = Prisma.sql`'{}'`) => Prisma.sql`
  jsonb_build_object('siteId', c.site_id, 'conversationId', c.id, 'visitorId', c.visitor_id) || (${more})::jsonb ||
    CASE WHEN (SELECT v.is_test FROM visitors v WHERE v.id = c.visitor_id) THEN '{"test": true}'::jsonb ELSE '{}' END`;

/**
 * Stores a delivery and its job for an event that the owner requested, for the endpoint, `e`, that a condition
 * matches.
 */
export const storeDelivery = (id: string, type: string, which: Prisma.Sql) => Prisma.sql`
  INSERT INTO webhook_deliveries (
    id, job_id, workspace_id, site_id, endpoint_id, type, data, due_at, created_at, updated_at
  )
  SELECT ${id}::uuid, ${id}::uuid, e.workspace_id, e.site_id, e.id, ${type},
    jsonb_build_object('siteId', e.site_id, 'webhookId', e.id, 'test', true), now(), now(), now()
  FROM webhook_endpoints e WHERE ${which} FOR KEY SHARE
  RETURNING ${ADD_JOB}`;

export type EndpointRow = Outcome & {
  id: string;
  siteId: string;
  url: string;
  description: string | null;
  events: EventType[];
  secret: Buffer;
  previousEndsAt: Date | null;
  failingSince: Date | null;
  stoppedAt: Date | null;
  stopReason: StopReason | null;
  lastAttemptAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export type DeliveryRow = Outcome & {
  id: string;
  type: EventType | typeof TEST_EVENT;
  data: object;
  status: DeliveryStatus;
  attempts: number;
  createdAt: Date;
  deliveredAt: Date | null;
  nextAttemptAt: Date | null;
};

export type AttemptRow = Outcome & {
  number: number;
  startedAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  answer: string | null;
};

/** Matches the endpoints, `e`, of a site of the workspace. */
const ownEndpointsOf = (scope: OwnerScope, siteId: string) => Prisma.sql`
  e.site_id = ${siteId}::uuid AND ${ownSiteRows(scope, Prisma.sql`e`)}`;

/** Matches one endpoint, `e`, of a site of the workspace. */
export const ownEndpoint = (scope: OwnerScope, { siteId, endpointId }: EndpointParams) => Prisma.sql`
  e.id = ${endpointId}::uuid AND ${ownEndpointsOf(scope, siteId)}`;

/** Matches one delivery, `d`, of that endpoint. */
const ownDelivery = (scope: OwnerScope, { deliveryId, ...params }: DeliveryParams) => Prisma.sql`
  d.id = ${deliveryId}::uuid
  AND EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND ${ownEndpoint(scope, params)})`;

/** A lock: an endpoint's secret until the commit, so that a later replacement knows the earlier one. */
export const lockSecret = (scope: OwnerScope, params: EndpointParams) => Prisma.sql`
  SELECT e.secret FROM webhook_endpoints e WHERE ${ownEndpoint(scope, params)} FOR NO KEY UPDATE`;

/** Deletes at most so many deliveries of an endpoint: cleanup in batches. Returns their ids. */
export const deleteSomeOfLog = (scope: OwnerScope, params: EndpointParams, max: number) => Prisma.sql`
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
    WHERE ${ownEndpoint(scope, params)} LIMIT ${max}
  ) RETURNING id`;

/** Replaces a delivery's job by one that is due now. */
export const sendAgain = (scope: OwnerScope, params: DeliveryParams) =>
  replaceJob(
    "webhook",
    Prisma.sql`r.id IN (SELECT d.id FROM webhook_deliveries d WHERE ${ownDelivery(scope, params)})`,
    Prisma.sql`now()`,
  );

// An endpoint, `e`, and its failed deliveries, `d`, without tests. An index finds those by the workspace's id.
const failedOf = (scope: OwnerScope, params: EndpointParams) => Prisma.sql`
  webhook_endpoints e JOIN webhook_deliveries d
    ON d.endpoint_id = e.id AND d.workspace_id = e.workspace_id AND d.status = 'failed' AND d.type <> ${TEST_EVENT}
  WHERE ${ownEndpoint(scope, params)}`;

/** Counts an endpoint's failed deliveries, up to `max`: one row. */
export const countFailed = (scope: OwnerScope, params: EndpointParams, max: number) => Prisma.sql`
  SELECT count(*)::int AS count FROM (SELECT d.id FROM ${failedOf(scope, params)} LIMIT ${max}) failed`;

type Period = { since: Date; until: Date | null };

/**
 * Replaces the jobs of an endpoint's failed deliveries of a period: at most `max`, the oldest. What another request
 * sends again at the same time is skipped. Returns one row with the count.
 */
export const sendFailedAgain = (
  scope: OwnerScope,
  params: EndpointParams,
  { since, until, max }: Period & { max: number },
) => Prisma.sql`
  WITH chosen AS MATERIALIZED (
    SELECT d.id FROM ${failedOf(scope, params)} AND e.stopped_at IS NULL AND d.created_at >= ${since}
      ${until ? Prisma.sql`AND d.created_at < ${until}` : Prisma.empty}
    ORDER BY d.created_at, d.id LIMIT ${max} FOR NO KEY UPDATE OF d SKIP LOCKED
  ), sent AS (${replaceJob("webhook", Prisma.sql`r.id IN (SELECT id FROM chosen)`, Prisma.sql`now()`)})
  SELECT count(*)::int AS count FROM sent`;

// Endpoints, `e`, with the result of their newest attempt: EndpointRows.
const ENDPOINT_VIEW = Prisma.sql`
  SELECT e.id, e.site_id AS "siteId", e.url, e.description, e.events, e.secret, e.failing_since AS "failingSince",
    CASE WHEN e.previous_ends_at > now() THEN e.previous_ends_at END AS "previousEndsAt",
    e.stopped_at AS "stoppedAt", e.stop_reason AS "stopReason",
    last.started_at AS "lastAttemptAt", last.status_code AS "statusCode", last.error,
    e.created_at AS "createdAt", e.updated_at AS "updatedAt"
  FROM webhook_endpoints e LEFT JOIN LATERAL (
    SELECT a.started_at, a.status_code, a.error
    FROM (
      SELECT id FROM webhook_deliveries WHERE endpoint_id = e.id AND attempts > 0 ORDER BY created_at DESC, id DESC LIMIT 50
    ) d JOIN webhook_attempts a ON a.delivery_id = d.id
    ORDER BY a.started_at DESC LIMIT 1
  ) last ON true`;

/** The endpoints of a site of the workspace, oldest first. No row without the site, and one without an id without endpoints. */
export const endpointsOf = (scope: OwnerScope, siteId: string) => Prisma.sql`
  SELECT e.* FROM sites s
  LEFT JOIN (${ENDPOINT_VIEW} WHERE ${ownEndpointsOf(scope, siteId)}) e ON true
  WHERE ${ownSite(scope, siteId)}
  ORDER BY e."createdAt", e.id`;

export const oneEndpoint = (scope: OwnerScope, params: EndpointParams) =>
  Prisma.sql`${ENDPOINT_VIEW} WHERE ${ownEndpoint(scope, params)}`;

// Deliveries, `d`, with the result of the newest attempt and when the next one is due: DeliveryRows.
const DELIVERY_VIEW = Prisma.sql`
  SELECT d.id, d.type, d.data, d.status, d.attempts, a.status_code AS "statusCode", a.error,
    d.created_at AS "createdAt", d.delivered_at AS "deliveredAt",
    CASE WHEN d.status = 'pending' THEN (${dueOfJob("webhook", Prisma.sql`d.job_id`)}) END AS "nextAttemptAt"
  FROM webhook_deliveries d LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempts`;

type Page = { status: DeliveryStatus | undefined; after: { createdAt: Date; id: string } | null; limit: number };

/** The same for an endpoint's deliveries, newest first. */
export const deliveriesOf = (scope: OwnerScope, params: EndpointParams, { status, after, limit }: Page) => Prisma.sql`
  SELECT d.* FROM webhook_endpoints e
  LEFT JOIN LATERAL (${DELIVERY_VIEW}
    WHERE d.endpoint_id = e.id
      ${status === undefined ? Prisma.empty : Prisma.sql`AND d.status = ${status}`}
      ${after ? Prisma.sql`AND (d.created_at, d.id) < (${after.createdAt}, ${after.id}::uuid)` : Prisma.empty}
    ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}
  ) d ON true
  WHERE ${ownEndpoint(scope, params)}
  ORDER BY d."createdAt" DESC, d.id DESC`;

export const oneDelivery = (scope: OwnerScope, params: DeliveryParams) =>
  Prisma.sql`${DELIVERY_VIEW} WHERE ${ownDelivery(scope, params)}`;

/** A delivery's attempts, newest first: AttemptRows. */
export const attemptsOf = (scope: OwnerScope, params: DeliveryParams) => Prisma.sql`
  SELECT a.number, a.started_at AS "startedAt", a.duration_ms AS "durationMs", a.request_headers AS "requestHeaders",
    a.status_code AS "statusCode", a.answer, a.error
  FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
  WHERE ${ownDelivery(scope, params)} ORDER BY a.number DESC`;
