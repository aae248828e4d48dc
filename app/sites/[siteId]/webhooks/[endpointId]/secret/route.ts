import { replaceSecret } from "#lib/outbox/webhooks/commands.ts";
import { toNewEndpointJson } from "#lib/outbox/webhooks/json.ts";
import { EndpointParams, NewEndpointResponse, ReplaceSecretBody } from "#lib/outbox/webhooks/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Replace a webhook’s secret",
    description:
      "The new secret is in this response and never again. For `overlapHours`, requests are also signed with the previous one.",
    params: EndpointParams,
    body: ReplaceSecretBody,
    response: NewEndpointResponse,
    status: 201,
    handler: async ({ scope, params, body }) => toNewEndpointJson(await replaceSecret(scope, params, body)),
  }),
});
