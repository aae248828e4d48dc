import { createGreeting } from "#lib/sites/greetings/commands.ts";
import { toGreetingJson } from "#lib/sites/greetings/json.ts";
import { listGreetings } from "#lib/sites/greetings/queries.ts";
import { CreateGreetingBody, GreetingListResponse, GreetingResponse } from "#lib/sites/greetings/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List a site’s greetings",
    description: "What the widget says next to its button, and when.",
    params: SiteParams,
    response: GreetingListResponse,
    handler: async ({ scope, params }) => ({
      greetings: (await listGreetings(scope, params.siteId)).map(toGreetingJson),
    }),
  }),
  POST: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Create a greeting",
    description:
      "It's the last of the site's list. A site may have five; one more is a `conflict`, and so is a name that's taken. Pages show it within two minutes.",
    params: SiteParams,
    body: CreateGreetingBody,
    errors: ["conflict"],
    response: GreetingResponse,
    status: 201,
    handler: async ({ scope, params, body }) => ({
      greeting: toGreetingJson(await createGreeting(scope, params.siteId, body)),
    }),
  }),
});
