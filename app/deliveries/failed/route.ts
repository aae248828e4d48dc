import { toFailedDeliveryJson } from "#lib/deliveries/json.ts";
import { listFailedDeliveries } from "#lib/deliveries/queries.ts";
import { FailedDeliveriesAnswer } from "#lib/deliveries/schema.ts";
import { endpoint, route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List what could not be delivered",
    description: "Mails and webhooks that were tried for more than a day, or can never arrive: the last hundred.",
    answer: FailedDeliveriesAnswer,
    run: async ({ scope }) => ({ deliveries: (await listFailedDeliveries(scope)).map(toFailedDeliveryJson) }),
  }),
});
