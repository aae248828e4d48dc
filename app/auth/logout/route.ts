import { clearSessionCookie } from "#gate/session-cookie.ts";
import { closeSession } from "#lib/sessions/sessions.system.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Log out",
    description: "The token is dead at once, its event streams too.",
    handler: async ({ scope, request, responseHeaders }) => {
      await closeSession(scope);
      clearSessionCookie(request, responseHeaders);
    },
  }),
});
