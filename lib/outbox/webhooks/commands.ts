import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { db, query, type Transaction, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { newId } from "#platform/new-id.ts";
import { readTime } from "#platform/timestamp.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockSite } from "../../base/access/statements.ts";
import { onSites } from "../../base/access/where.ts";
import type { Action } from "../../base/activity/actions.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { TEST_EVENT } from "./event-types.ts";
import { type Endpoint, getDelivery, getEndpoint } from "./queries.ts";
import {
  type CreateEndpointBody,
  type DeliveryParams,
  type EndpointParams,
  REPLAYED_MAX,
  type ReplaceSecretBody,
  type ReplayBody,
  type UpdateEndpointBody,
} from "./schema.ts";
import { newWebhookSecret } from "./signature.ts";
import {
  type DeliveryRow,
  deleteSomeOfLog,
  lockSecret,
  ownEndpoint,
  sendAgain,
  sendFailedAgain,
  storeDelivery,
} from "./statements.ts";
import { WEBHOOK_STOPPED } from "./stop-reasons.ts";

const HOUR_MS = 3_600_000;
// Of a replay, so that each statement takes a moment.
const BATCH = 500;
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
  input: CreateEndpointBody,
): Promise<NewEndpoint> {
  const [id, secret] = [newId(), newWebhookSecret()];
  await transaction(async (tx) => {
    // Serializes creations, so that the count is right.
    await lockSite(scope, siteId, tx);
    if ((await tx.webhookEndpoint.count({ where: { siteId } })) >= ENDPOINTS_MAX) {
      throw new AppError("conflict", { detail: TOO_MANY });
    }
    const { workspaceId } = scope;
    const now = new Date();
    await tx.webhookEndpoint.create({
      data: { ...input, id, siteId, workspaceId, secret: sealText(secret, id), createdAt: now, updatedAt: now },
    });
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
  const { stopped, ...settings } = patch;
  const restart = stopped === false && { stoppedAt: null, stopReason: null, failingSince: null };
  await transaction(async (tx) => {
    const where = theEndpoint(scope, params);
    const data = { ...settings, ...restart, updatedAt: new Date() };
    const { count } = await tx.webhookEndpoint.updateMany({ where, data });
    if (count === 0) throw new AppError("not_found");
    if (stopped) await stopEndpoint(scope, params, tx);
    await tx.query(
      storeActivity({ ...entryOf(scope, params, "webhook.changed"), data: { fields: Object.keys(patch) } }),
    );
  });
  return getEndpoint(scope, params);
}

/** Matches one endpoint of a site of the workspace. */
const theEndpoint = (scope: OwnerScope, { siteId, endpointId }: EndpointParams) => ({
  AND: [{ id: endpointId, siteId }, onSites(scope)],
});

type Writing = Pick<Transaction, "webhookEndpoint">;

async function stopEndpoint(scope: OwnerScope, params: EndpointParams, tx: Writing): Promise<void> {
  const now = new Date();
  await tx.webhookEndpoint.updateMany({
    where: { ...theEndpoint(scope, params), stoppedAt: null },
    data: { stoppedAt: now, stopReason: "owner", updatedAt: now },
  });
}

const entryOf = (scope: OwnerScope, { siteId, endpointId }: EndpointParams, action: Action) => ({
  scope,
  action,
  siteId,
  targetId: endpointId,
});

const DELETED_AT_ONCE = 2_000;

/** Deletes an endpoint with its log and its pending deliveries. Throws `not_found`. */
export async function deleteEndpoint(scope: OwnerScope, params: EndpointParams): Promise<void> {
  // Messages wait for an endpoint that's being deleted. So it's stopped first, and deleted once little of its log is
  // left.
  await stopEndpoint(scope, params, db());
  while ((await query(deleteSomeOfLog(scope, params, DELETED_AT_ONCE))).length === DELETED_AT_ONCE);
  await transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.deleteMany({ where: theEndpoint(scope, params) });
    if (count === 0) throw new AppError("not_found");
    await tx.query(storeActivity(entryOf(scope, params, "webhook.deleted")));
  });
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
    const [last] = await tx.query<{ secret: Buffer }>(lockSecret(scope, params));
    if (!last) throw new AppError("not_found");
    const readable = overlapHours > 0 && openSealed(last.secret, id);
    const now = new Date();
    await tx.webhookEndpoint.updateMany({
      where: theEndpoint(scope, params),
      data: {
        secret: sealText(secret, id),
        previousSecret: readable ? sealText(readable.text, id) : null,
        previousEndsAt: readable ? new Date(now.getTime() + overlapHours * HOUR_MS) : null,
        updatedAt: now,
      },
    });
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
  await query(sendAgain(scope, params));
  wakeJobs("webhook");
  return getDelivery(scope, params);
}

/**
 * Sends an endpoint's failed deliveries of a period again now, each under its id: the oldest, up to REPLAYED_MAX. Returns
 * how many. Pending ones stay as they are. Throws `not_found`, or `conflict` if the endpoint is stopped.
 */
export async function replayFailed(scope: OwnerScope, params: EndpointParams, body: ReplayBody): Promise<number> {
  const { stoppedAt } = await getEndpoint(scope, params);
  if (stoppedAt) throw new AppError("conflict", { detail: WEBHOOK_STOPPED });
  const since = readTime(body.since);
  const until = body.until === undefined ? null : readTime(body.until);
  let sent = 0;
  for (let count = BATCH; count === BATCH && sent < REPLAYED_MAX; sent += count) {
    const [batch] = await query<{ count: number }>(sendFailedAgain(scope, params, { since, until, max: BATCH }));
    count = batch?.count ?? 0;
    wakeJobs("webhook");
  }
  return sent;
}
