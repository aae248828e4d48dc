import { revokeOtherSessions } from "#lib/people/owners/commands.ts";
import { toListedSessionJson } from "#lib/people/owners/json.ts";
import { listSessions } from "#lib/people/owners/queries.ts";
import { SessionListResponse } from "#lib/people/owners/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    access: "session",
    summary: "List the sessions",
    description: "Where the account is logged in. `current` marks the session of this request.",
    response: SessionListResponse,
    handler: async ({ scope }) => ({ sessions: (await listSessions(scope)).map(toListedSessionJson) }),
  }),
  DELETE: endpoint({
    caller: "person",
    access: "session",
    summary: "Revoke all other sessions",
    description: "Logs out every other browser and program that logged in with the password. API keys keep working.",
    handler: ({ scope }) => revokeOtherSessions(scope),
  }),
});
