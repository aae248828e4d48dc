import { toFailedDeliveryJson } from "#lib/deliveries/json.ts";
import { listFailedDeliveries } from "#lib/deliveries/queries.ts";
import { FailedDeliveriesResponse } from "#lib/deliveries/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // The response contains webhooks' URLs, which may include a password.
    access: "manage",
    summary: "List what could not be delivered",
    description: "Mails and webhooks that were tried for more than a day, or can never arrive: the last hundred.",
    response: FailedDeliveriesResponse,
    handler: async ({ scope }) => ({ deliveries: (await listFailedDeliveries(scope)).map(toFailedDeliveryJson) }),
  }),
});
