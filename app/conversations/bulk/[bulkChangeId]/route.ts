import { toBulkChangeJson } from "#lib/desk/bulk-changes/json.ts";
import { getBulkChange } from "#lib/desk/bulk-changes/queries.ts";
import { BulkChangeParams, BulkChangeResponse } from "#lib/desk/bulk-changes/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get the progress of a bulk change",
    description: "One of your own, for a day.",
    params: BulkChangeParams,
    response: BulkChangeResponse,
    handler: async ({ scope, params }) => ({
      bulkChange: toBulkChangeJson(await getBulkChange(scope, params.bulkChangeId)),
    }),
  }),
});
