import { toStatusJson } from "#lib/notify/status/json.ts";
import { listChecks } from "#lib/notify/status/queries.ts";
import { StatusResponse } from "#lib/notify/status/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    access: "session",
    summary: "Get the service's status",
    description: "What the service's checks found last, for its operators.",
    errors: ["not_permitted"],
    response: StatusResponse,
    handler: async ({ scope }) => ({ checks: toStatusJson(await listChecks(scope)) }),
  }),
});
