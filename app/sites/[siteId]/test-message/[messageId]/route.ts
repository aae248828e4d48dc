import { toTestDeliveryJson } from "#lib/notify/deliveries/json.ts";
import { getTestDelivery } from "#lib/notify/deliveries/queries.ts";
import { TestDeliveryResponse, TestMessageParams } from "#lib/notify/deliveries/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // The response contains webhooks' URLs, which may include a password.
    access: "manage",
    role: "admin",
    summary: "Get the progress of a test message",
    description: "When it was stored, accepted by the mail server, and accepted by each webhook, or why it wasn't.",
    params: TestMessageParams,
    response: TestDeliveryResponse,
    handler: async ({ scope, params }) => ({
      delivery: toTestDeliveryJson(await getTestDelivery(scope, params.siteId, params.messageId)),
    }),
  }),
});
