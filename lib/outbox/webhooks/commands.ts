import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { query, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { replaceJob } from "#platform/jobs/statements.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import type { Action } from "../../base/activity/actions.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { TEST_EVENT } from "./event-types.ts";
import { type Endpoint, getDelivery, getEndpoint } from "./queries.ts";
import type {
  CreateEndpointBody,
  DeliveryParams,
  EndpointParams,
  ReplaceSecretBody,
  UpdateEndpointBody,
} from "./schema.ts";
import { newWebhookSecret } from "./signature.ts";
import { type DeliveryRow, ownDelivery, ownEndpoint, storeDelivery } from "./statements.ts";
import { WEBHOOK_STOPPED } from "./stop-reasons.ts";

const ENDPOINTS_MAX = 10;
const TOO_MANY = `A site may have at most ${ENDPOINTS_MAX} webhooks. Delete one to create another.`;

export type NewEndpoint = { endpoint: Endpoint; secret: string };

/**
 * Creates an endpoint with a secret that is returned this once. Throws `not_found`, or `conflict` if the site has too
 * many.
 */
export async function createEndpoint(
  scope: OwnerScope,
  siteId: string,
  { url, description, events }: CreateEndpointBody,
): Promise<NewEndpoint> {
  const [id, secret] = [newId(), newWebhookSecret()];
  await transaction(async (tx) => {
    // Serializes creations, so that the count is right.
    const site = await tx.query(Prisma.sql`
      SELECT FROM sites s WHERE ${ownSite(scope, siteId)} FOR NO KEY UPDATE`);
    if (site.length === 0) throw new AppError("not_found");
    const made = await tx.query(Prisma.sql`
      INSERT INTO webhook_endpoints (id, site_id, workspace_id, url, description, events, secret, created_at, updated_at)
      SELECT ${id}::uuid, ${siteId}::uuid, ${scope.workspaceId}::uuid, ${url}, ${description}, ${events}::text[],
        ${sealText(secret, id)}, now(), now()
      WHERE ${ENDPOINTS_MAX} > (SELECT count(*) FROM webhook_endpoints WHERE site_id = ${siteId}::uuid)
      RETURNING id`);
    if (made.length === 0) throw new AppError("conflict", { detail: TOO_MANY });
    await tx.query(storeActivity({ scope, action: "webhook.created", siteId, targetId: id }));
  });
  return { endpoint: await getEndpoint(scope, { siteId, endpointId: id }), secret };
}

/**
 * Changes the given fields. `stopped` stops the endpoint, or starts it again with a clean record. Throws `not_found`.
 */
export async function updateEndpoint(
  scope: OwnerScope,
  params: EndpointParams,
  patch: UpdateEndpointBody,
): Promise<Endpoint> {
  const fields = Object.keys(patch);
  await query(Prisma.sql`
    WITH changed AS (${changeEndpoint(scope, params, patch)})
    ${storeActivity({ ...entryOf(scope, params, "webhook.changed"), data: { fields } }, Prisma.sql`changed`)}`);
  return getEndpoint(scope, params);
}

const entryOf = (scope: OwnerScope, { siteId, endpointId }: EndpointParams, action: Action) => ({
  scope,
  action,
  siteId,
  targetId: endpointId,
});

function changeEndpoint(
  scope: OwnerScope,
  params: EndpointParams,
  { url, description, events, stopped }: UpdateEndpointBody,
): Prisma.Sql {
  const isToStop = stopped === true;
  const isToStart = stopped === false;
  return Prisma.sql`
    UPDATE webhook_endpoints e SET
      url = coalesce(${url ?? null}, e.url),
      description = CASE WHEN ${description !== undefined} THEN ${description ?? null} ELSE e.description END,
      events = coalesce(${events ?? null}::text[], e.events),
      stopped_at = CASE WHEN ${isToStop} THEN coalesce(e.stopped_at, now()) WHEN ${isToStart} THEN NULL ELSE e.stopped_at END,
      stop_reason = CASE WHEN ${isToStop} THEN coalesce(e.stop_reason, 'owner') WHEN ${isToStart} THEN NULL ELSE e.stop_reason END,
      failing_since = CASE WHEN ${isToStart} THEN NULL ELSE e.failing_since END,
      updated_at = now()
    WHERE ${ownEndpoint(scope, params)} RETURNING e.id`;
}

const DELETED_AT_ONCE = 2_000;

/** Deletes an endpoint with its log and its pending deliveries. Throws `not_found`. */
export async function deleteEndpoint(scope: OwnerScope, params: EndpointParams): Promise<void> {
  // Messages wait for an endpoint that's being deleted. So it's stopped first, and deleted once little of its log is
  // left.
  await query(changeEndpoint(scope, params, { stopped: true }));
  while ((await deleteSomeOfLog(scope, params)) === DELETED_AT_ONCE);
  const deleted = await query(Prisma.sql`
    WITH deleted AS (
      DELETE FROM webhook_endpoints e WHERE ${ownEndpoint(scope, params)} RETURNING e.id
    ), noted AS (${storeActivity(entryOf(scope, params, "webhook.deleted"), Prisma.sql`deleted`)})
    SELECT id FROM deleted`);
  if (deleted.length === 0) throw new AppError("not_found");
}

async function deleteSomeOfLog(scope: OwnerScope, params: EndpointParams): Promise<number> {
  const [row] = await query<{ count: number }>(Prisma.sql`
    WITH deleted AS (
      DELETE FROM webhook_deliveries WHERE id IN (
        SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
        WHERE ${ownEndpoint(scope, params)} LIMIT ${DELETED_AT_ONCE}
      ) RETURNING id
    ) SELECT count(*)::int AS count FROM deleted`);
  return row?.count ?? 0;
}

/**
 * Replaces an endpoint's secret with one that is returned this once. The previous secret signs too for the overlap,
 * an older one doesn't. Throws `not_found`.
 */
export async function replaceSecret(
  scope: OwnerScope,
  params: EndpointParams,
  { overlapHours }: ReplaceSecretBody,
): Promise<NewEndpoint> {
  const { endpointId: id } = params;
  const secret = newWebhookSecret();
  await transaction(async (tx) => {
    const [last] = await tx.query<{ secret: Buffer; endsAt: Date }>(Prisma.sql`
      SELECT e.secret, clock_timestamp() + ${overlapHours}::int * interval '1 hour' AS "endsAt"
      FROM webhook_endpoints e WHERE ${ownEndpoint(scope, params)} FOR NO KEY UPDATE`);
    if (!last) throw new AppError("not_found");
    const readable = overlapHours > 0 && openSealed(last.secret, id);
    await tx.query(Prisma.sql`
      UPDATE webhook_endpoints e SET secret = ${sealText(secret, id)},
        previous_secret = ${readable ? sealText(readable.text, id) : null},
        previous_ends_at = ${readable ? last.endsAt : null}, updated_at = now()
      WHERE ${ownEndpoint(scope, params)}`);
    await tx.query(storeActivity(entryOf(scope, params, "webhook.secret_replaced")));
  });
  return { endpoint: await getEndpoint(scope, params), secret };
}

/** Sends a test event to an endpoint, even to a stopped one. It's tried once. Throws `not_found`. */
export async function sendTestEvent(scope: OwnerScope, params: EndpointParams): Promise<DeliveryRow> {
  const deliveryId = newId();
  const stored = await query(storeDelivery(deliveryId, TEST_EVENT, ownEndpoint(scope, params)));
  if (stored.length === 0) throw new AppError("not_found");
  wakeJobs("webhook");
  return getDelivery(scope, { ...params, deliveryId });
}

/**
 * Sends an event again now, under the same id. A delivery that waits for its next attempt is sent at once. Throws
 * `not_found`, or `conflict` if the endpoint is stopped.
 */
export async function replayDelivery(scope: OwnerScope, params: DeliveryParams): Promise<DeliveryRow> {
  const { stoppedAt } = await getEndpoint(scope, params);
  const { type } = await getDelivery(scope, params);
  if (stoppedAt && type !== TEST_EVENT) throw new AppError("conflict", { detail: WEBHOOK_STOPPED });
  const which = Prisma.sql`r.id IN (SELECT d.id FROM webhook_deliveries d WHERE ${ownDelivery(scope, params)})`;
  await query(replaceJob("webhook", which, Prisma.sql`now()`));
  wakeJobs("webhook");
  return getDelivery(scope, params);
}
