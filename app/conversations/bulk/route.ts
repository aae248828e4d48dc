import { createBulkChange } from "#lib/desk/bulk-changes/commands.ts";
import { toBulkChangeJson } from "#lib/desk/bulk-changes/json.ts";
import { countMatching } from "#lib/desk/bulk-changes/queries.ts";
import {
  BulkChangeResponse,
  CreateBulkChangeBody,
  MatchingQuery,
  MatchingResponse,
} from "#lib/desk/bulk-changes/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Count the conversations that match filters",
    description: "How many conversations a bulk change with these filters would be about now.",
    errors: ["conflict"],
    query: MatchingQuery,
    response: MatchingResponse,
    handler: async ({ scope, query }) => ({ matching: await countMatching(scope, query) }),
  }),
  POST: endpoint({
    caller: "owner",
    summary: "Change many conversations",
    description:
      "Changes the conversations with these ids, or all that match filters, as they are at this moment. The response comes at once, and the change goes on: `GET /conversations/bulk/{bulkChangeId}` has its progress. A conversation that changes in between, because its visitor wrote or a teammate did something with it, is left as it is, and so is one that the change isn't possible for. Several changes of one person may run at once, and too many are a `conflict`.",
    errors: ["conflict"],
    body: CreateBulkChangeBody,
    response: BulkChangeResponse,
    status: 202,
    handler: async ({ scope, body }) => ({ bulkChange: toBulkChangeJson(await createBulkChange(scope, body)) }),
  }),
});
