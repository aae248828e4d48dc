import { toDeliveryDetailJson } from "#lib/webhooks/json.ts";
import { getDelivery } from "#lib/webhooks/queries.ts";
import { DeliveryDetailResponse, DeliveryParams } from "#lib/webhooks/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // A URL may include a password.
    access: "manage",
    summary: "Get a delivery with every attempt at it",
    description:
      "The newest attempt first, each with the headers that were sent and the first 4 KiB of what was answered.",
    params: DeliveryParams,
    response: DeliveryDetailResponse,
    handler: async ({ scope, params }) => ({ delivery: toDeliveryDetailJson(await getDelivery(scope, params)) }),
  }),
});
