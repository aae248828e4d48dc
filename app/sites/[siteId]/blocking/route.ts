import { updateBlocking } from "#lib/files/blocking/commands.ts";
import { toBlockingJson } from "#lib/files/blocking/json.ts";
import { getBlocking } from "#lib/files/blocking/queries.ts";
import { BlockingResponse, UpdateBlockingBody } from "#lib/files/blocking/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Get what a site blocks",
    description:
      "The blocked words and addresses, and whether new conversations require a proof of work while very many start.",
    params: SiteParams,
    response: BlockingResponse,
    handler: async ({ scope, params }) => ({ blocking: toBlockingJson(await getBlocking(scope, params.siteId)) }),
  }),
  PATCH: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Change what a site blocks",
    description: "`words` replaces the whole list. Blocked addresses have routes of their own.",
    params: SiteParams,
    body: UpdateBlockingBody,
    response: BlockingResponse,
    handler: async ({ scope, params, body }) => ({
      blocking: toBlockingJson(await updateBlocking(scope, params.siteId, body)),
    }),
  }),
});
