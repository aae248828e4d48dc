import { toDeliveryDetailJson } from "#lib/outbox/webhooks/json.ts";
import { getDelivery } from "#lib/outbox/webhooks/queries.ts";
import { DeliveryDetailResponse, DeliveryParams } from "#lib/outbox/webhooks/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // A URL may include a password.
    access: "manage",
    role: "admin",
    summary: "Get a delivery with its attempts",
    description: "Newest attempt first, each with the request's headers and the first 4 KiB of the response.",
    params: DeliveryParams,
    response: DeliveryDetailResponse,
    handler: async ({ scope, params }) => ({ delivery: toDeliveryDetailJson(await getDelivery(scope, params)) }),
  }),
});
