import { notFound } from "next/navigation";
import { cache } from "react";
import { requirePageOwner } from "#gate/page-owner.ts";
import { toDeliveryDetailJson, toDeliveryPageJson, toEndpointJson } from "#lib/webhooks/json.ts";
import { getDelivery, getEndpoint, listDeliveries } from "#lib/webhooks/queries.ts";
import { DeliveryParams, EndpointParams, ListDeliveriesQuery } from "#lib/webhooks/schema.ts";
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

/** Loads the webhook of a settings page, once per request. */
export const loadWebhook = cache(async (siteId: string, endpointId: string) => {
  const scope = await requirePageOwner(pathOf({ siteId, endpointId }));
  const params = EndpointParams.safeParse({ siteId, endpointId });
  if (!params.success) notFound();
  return toEndpointJson(await orNotFound(getEndpoint(scope, params.data)));
});

/** Loads a page of its log. An invalid position shows the first one. */
export async function loadLog(params: EndpointParams, wanted: Record<string, string | string[] | undefined>) {
  const scope = await requirePageOwner(pathOf(params));
  const parsed = ListDeliveriesQuery.safeParse(wanted);
  const query = parsed.success ? parsed.data : ListDeliveriesQuery.parse({});
  try {
    return { query, page: toDeliveryPageJson(await listDeliveries(scope, params, query)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_request") throw error;
    const first = ListDeliveriesQuery.parse({});
    return { query: first, page: toDeliveryPageJson(await listDeliveries(scope, params, first)) };
  }
}

/** Loads one delivery with its log. */
export async function loadDelivery(ids: DeliveryParams) {
  const scope = await requirePageOwner(`${pathOf(ids)}/${ids.deliveryId}`);
  const params = DeliveryParams.safeParse(ids);
  if (!params.success) notFound();
  return toDeliveryDetailJson(await orNotFound(getDelivery(scope, params.data)));
}
