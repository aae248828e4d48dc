import { revokeOtherSessions } from "#lib/owners/commands.ts";
import { toListedSessionJson } from "#lib/owners/json.ts";
import { listSessions } from "#lib/owners/queries.ts";
import { SessionListResponse } from "#lib/owners/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "session",
    summary: "List the sessions",
    response: SessionListResponse,
    handler: async ({ scope }) => ({ sessions: (await listSessions(scope)).map(toListedSessionJson) }),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "session",
    summary: "End all other sessions",
    handler: ({ scope }) => revokeOtherSessions(scope),
  }),
});
