import { sendTestEvent } from "#lib/outbox/webhooks/commands.ts";
import { toDeliveryJson } from "#lib/outbox/webhooks/json.ts";
import { DeliveryResponse, EndpointParams } from "#lib/outbox/webhooks/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Send a test event to a webhook",
    description:
      "Sends the event `webhook.test`, even to a stopped webhook. It's tried once. Its delivery shows the result.",
    params: EndpointParams,
    response: DeliveryResponse,
    status: 201,
    limits: ({ scope, params }) => [{ rule: "test", key: `${scope.workspaceId}/${params.endpointId}` }],
    handler: async ({ scope, params }) => ({ delivery: toDeliveryJson(await sendTestEvent(scope, params)) }),
  }),
});
