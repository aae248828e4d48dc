import { SiteParams } from "#lib/sites/schema.ts";
import { createEndpoint } from "#lib/webhooks/commands.ts";
import { toEndpointJson, toNewEndpointJson } from "#lib/webhooks/json.ts";
import { listEndpoints } from "#lib/webhooks/queries.ts";
import { CreateEndpointBody, EndpointListResponse, NewEndpointResponse } from "#lib/webhooks/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    // A URL may include a password.
    access: "manage",
    summary: "List a site’s webhooks",
    description: "The oldest first, without their secrets.",
    params: SiteParams,
    response: EndpointListResponse,
    handler: async ({ scope, params }) => ({
      endpoints: (await listEndpoints(scope, params.siteId)).map(toEndpointJson),
    }),
  }),
  POST: endpoint({
    caller: "owner",
    access: "manage",
    summary: "Make a webhook",
    description:
      "From then on the events that it names are sent to its address, signed by Standard Webhooks with the secret that is shown in this answer and never again. A site has at most ten.",
    params: SiteParams,
    body: CreateEndpointBody,
    response: NewEndpointResponse,
    status: 201,
    errors: ["conflict"],
    handler: async ({ scope, params, body }) => toNewEndpointJson(await createEndpoint(scope, params.siteId, body)),
  }),
});
