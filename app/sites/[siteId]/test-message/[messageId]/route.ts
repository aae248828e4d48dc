import { toTestDeliveryJson } from "#lib/deliveries/json.ts";
import { getTestDelivery } from "#lib/deliveries/queries.ts";
import { TestDeliveryResponse, TestMessageParams } from "#lib/deliveries/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // The response contains webhooks' URLs, which may include a password.
    access: "manage",
    summary: "See how far a test message has come",
    description: "Stored, accepted by the mail server, answered by each webhook: when, and where not, why.",
    params: TestMessageParams,
    response: TestDeliveryResponse,
    handler: async ({ scope, params }) => ({
      delivery: toTestDeliveryJson(await getTestDelivery(scope, params.siteId, params.messageId)),
    }),
  }),
});
