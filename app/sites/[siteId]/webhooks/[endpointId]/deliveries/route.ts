import { toDeliveryPageJson } from "#lib/outbox/webhooks/json.ts";
import { listDeliveries } from "#lib/outbox/webhooks/queries.ts";
import { DeliveryListResponse, EndpointParams, ListDeliveriesQuery } from "#lib/outbox/webhooks/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // A URL may include a password.
    access: "manage",
    role: "admin",
    summary: "List the deliveries of a webhook",
    description: "Those of the last 30 days, newest first.",
    params: EndpointParams,
    query: ListDeliveriesQuery,
    response: DeliveryListResponse,
    handler: async ({ scope, params, query }) => toDeliveryPageJson(await listDeliveries(scope, params, query)),
  }),
});
