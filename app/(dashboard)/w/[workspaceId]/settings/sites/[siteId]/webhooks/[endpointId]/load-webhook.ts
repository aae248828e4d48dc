import { notFound } from "next/navigation";
import { cache } from "react";
import { requirePageOwner } from "#gate/page-owner.ts";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { toDeliveryDetailJson, toDeliveryPageJson, toEndpointJson } from "#lib/outbox/webhooks/json.ts";
import { countReplayable, getDelivery, getEndpoint, listDeliveries } from "#lib/outbox/webhooks/queries.ts";
import { DeliveryParams, EndpointParams, ListDeliveriesQuery } from "#lib/outbox/webhooks/schema.ts";
import { AppError } from "#platform/errors.ts";

/** Returns a query's result, or shows the not-found page. */
async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}

const pathOf = ({ siteId, endpointId }: EndpointParams) => `/settings/sites/${siteId}/webhooks/${endpointId}`;

/** Params of a webhook's pages. */
export type WebhookParams = Promise<{ workspaceId: string; siteId: string; endpointId: string }>;

const findWebhook = cache(async (scope: OwnerScope, siteId: string, endpointId: string) => {
  const params = EndpointParams.safeParse({ siteId, endpointId });
  if (!params.success) notFound();
  return toEndpointJson(await orNotFound(getEndpoint(scope, params.data)));
});

/** Loads the webhook of a settings page, once per request. */
export async function loadWebhook(params: WebhookParams) {
  const { siteId, endpointId } = await params;
  return findWebhook(await requirePageOwner(params, pathOf({ siteId, endpointId }), "admin"), siteId, endpointId);
}

/** Loads a page of its log, and how many deliveries can be sent again. An invalid position shows the first one. */
export async function loadLog(params: WebhookParams, wanted: Record<string, string | string[] | undefined>) {
  const { siteId, endpointId } = await params;
  const ids = { siteId, endpointId };
  const scope = await requirePageOwner(params, pathOf(ids), "admin");
  const parsed = ListDeliveriesQuery.safeParse(wanted);
  const query = parsed.success ? parsed.data : ListDeliveriesQuery.parse({});
  const load = async (of: ListDeliveriesQuery) => {
    const [failed, page] = await Promise.all([countReplayable(scope, ids), listDeliveries(scope, ids, of)]);
    return { failed, query: of, page: toDeliveryPageJson(page) };
  };
  return load(query).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "invalid_request") throw error;
    return load(ListDeliveriesQuery.parse({}));
  });
}

/** Loads one delivery with its log. */
export async function loadDelivery(params: Promise<DeliveryParams & { workspaceId: string }>) {
  const { workspaceId: _, ...ids } = await params;
  const scope = await requirePageOwner(params, `${pathOf(ids)}/${ids.deliveryId}`, "admin");
  const parsed = DeliveryParams.safeParse(ids);
  if (!parsed.success) notFound();
  return toDeliveryDetailJson(await orNotFound(getDelivery(scope, parsed.data)));
}
