import { replayDelivery } from "#lib/outbox/webhooks/commands.ts";
import { toDeliveryJson } from "#lib/outbox/webhooks/json.ts";
import { DeliveryParams, DeliveryResponse } from "#lib/outbox/webhooks/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Send a delivery again",
    description: "Immediately, with the same id and the same bytes. If it fails, it's retried like a new one.",
    params: DeliveryParams,
    response: DeliveryResponse,
    errors: ["conflict"],
    handler: async ({ scope, params }) => ({ delivery: toDeliveryJson(await replayDelivery(scope, params)) }),
  }),
});
