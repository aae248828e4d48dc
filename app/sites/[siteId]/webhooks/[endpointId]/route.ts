import { deleteEndpoint, updateEndpoint } from "#lib/outbox/webhooks/commands.ts";
import { toEndpointJson } from "#lib/outbox/webhooks/json.ts";
import { getEndpoint } from "#lib/outbox/webhooks/queries.ts";
import { EndpointParams, EndpointResponse, UpdateEndpointBody } from "#lib/outbox/webhooks/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // A URL may include a password.
    access: "manage",
    role: "admin",
    summary: "Get a webhook",
    description: "The webhook with its settings and state. Its secret is shown only when it's created or replaced.",
    params: EndpointParams,
    response: EndpointResponse,
    handler: async ({ scope, params }) => ({ endpoint: toEndpointJson(await getEndpoint(scope, params)) }),
  }),
  PATCH: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Change, stop or start a webhook",
    description: "Missing fields stay as they are. While it's stopped, no events are kept for it.",
    params: EndpointParams,
    body: UpdateEndpointBody,
    response: EndpointResponse,
    handler: async ({ scope, params, body }) => ({
      endpoint: toEndpointJson(await updateEndpoint(scope, params, body)),
    }),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Delete a webhook",
    description: "Deletes its log and its pending deliveries too.",
    params: EndpointParams,
    handler: ({ scope, params }) => deleteEndpoint(scope, params),
  }),
});
