import { undoBulkChange } from "#lib/desk/bulk-changes/commands.ts";
import { toBulkChangeJson } from "#lib/desk/bulk-changes/json.ts";
import { BulkChangeParams, BulkChangeResponse } from "#lib/desk/bulk-changes/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    summary: "Undo a bulk change",
    description:
      "While it runs, or until `undoUntil`. Later it's a `conflict`. Each conversation is changed back, unless it has changed since. `restored` counts them.",
    errors: ["conflict"],
    params: BulkChangeParams,
    response: BulkChangeResponse,
    status: 202,
    handler: async ({ scope, params }) => ({
      bulkChange: toBulkChangeJson(await undoBulkChange(scope, params.bulkChangeId)),
    }),
  }),
});
