import { clearSessionCookie } from "#gate/session-cookie.ts";
import { revokeSession } from "#lib/people/owners/commands.ts";
import { SessionParams } from "#lib/people/owners/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "person",
    access: "session",
    summary: "Revoke a session",
    description: "Its token stops working immediately, and its event streams end.",
    params: SessionParams,
    handler: async ({ scope, params, request, responseHeaders }) => {
      await revokeSession(scope, params.sessionId);
      if (params.sessionId === scope.sessionId) clearSessionCookie(request, responseHeaders);
    },
  }),
});
