import { deleteGreeting, updateGreeting } from "#lib/sites/greetings/commands.ts";
import { toGreetingJson } from "#lib/sites/greetings/json.ts";
import { getGreeting } from "#lib/sites/greetings/queries.ts";
import { GreetingParams, GreetingResponse, UpdateGreetingBody } from "#lib/sites/greetings/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get a greeting",
    description: "What it says, and when it's shown.",
    params: GreetingParams,
    response: GreetingResponse,
    handler: async ({ scope, params }) => ({ greeting: toGreetingJson(await getGreeting(scope, params)) }),
  }),
  PATCH: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Change, move, or turn a greeting on or off",
    description: "Fields that are left out stay as they are. A name that's taken is a `conflict`.",
    params: GreetingParams,
    body: UpdateGreetingBody,
    errors: ["conflict"],
    response: GreetingResponse,
    handler: async ({ scope, params, body }) => ({
      greeting: toGreetingJson(await updateGreeting(scope, params, body)),
    }),
  }),
  DELETE: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Delete a greeting",
    description: "Conversations keep the text that their visitors replied to.",
    params: GreetingParams,
    handler: ({ scope, params }) => deleteGreeting(scope, params),
  }),
});
