import { retryFailedDelivery } from "#lib/notify/deliveries/commands.ts";
import { DeliveryParams } from "#lib/notify/deliveries/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Try a failed delivery again",
    description: "If its webhook is stopped, the code is `conflict`: start the webhook first.",
    params: DeliveryParams,
    errors: ["conflict"],
    handler: ({ scope, params }) => retryFailedDelivery(scope, params.deliveryId),
  }),
});
