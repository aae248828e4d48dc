import { toFailedDeliveryJson } from "#lib/notify/deliveries/json.ts";
import { listFailedDeliveries } from "#lib/notify/deliveries/queries.ts";
import { FailedDeliveriesResponse } from "#lib/notify/deliveries/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // The response contains webhooks' URLs, which may include a password.
    access: "manage",
    role: "admin",
    summary: "List failed deliveries",
    description: "The last hundred emails and webhooks that failed for more than a day, or can never arrive.",
    response: FailedDeliveriesResponse,
    handler: async ({ scope }) => ({ deliveries: (await listFailedDeliveries(scope)).map(toFailedDeliveryJson) }),
  }),
});
