import { countIdle } from "#lib/desk/auto-close/queries.ts";
import { AutoCloseQuery, AutoCloseResponse } from "#lib/desk/auto-close/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Count the conversations that would be closed automatically",
    description:
      "What `autoCloseDays` and `autoCloseSpares` would do, before they're set with `PATCH /sites/{siteId}`. Nothing changes.",
    params: SiteParams,
    query: AutoCloseQuery,
    response: AutoCloseResponse,
    handler: async ({ scope, params, query }) => ({ wouldClose: await countIdle(scope, params.siteId, query) }),
  }),
});
