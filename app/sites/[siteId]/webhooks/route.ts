import { createEndpoint } from "#lib/outbox/webhooks/commands.ts";
import { toEndpointJson, toNewEndpointJson } from "#lib/outbox/webhooks/json.ts";
import { listEndpoints } from "#lib/outbox/webhooks/queries.ts";
import { CreateEndpointBody, EndpointListResponse, NewEndpointResponse } from "#lib/outbox/webhooks/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // A URL may include a password.
    access: "manage",
    role: "admin",
    summary: "List a site’s webhooks",
    description: "Oldest first, without their secrets.",
    params: SiteParams,
    response: EndpointListResponse,
    handler: async ({ scope, params }) => ({
      endpoints: (await listEndpoints(scope, params.siteId)).map(toEndpointJson),
    }),
  }),
  POST: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Create a webhook",
    description:
      "The service sends the events it names to its URL, signed by Standard Webhooks. The secret is in this response and never again. A site may have ten.",
    params: SiteParams,
    body: CreateEndpointBody,
    response: NewEndpointResponse,
    status: 201,
    errors: ["conflict"],
    handler: async ({ scope, params, body }) => toNewEndpointJson(await createEndpoint(scope, params.siteId, body)),
  }),
});
