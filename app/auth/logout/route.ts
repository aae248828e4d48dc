import { clearSessionCookie } from "#gate/session-cookie.ts";
import { closeSession } from "#lib/base/sessions/sessions.system.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Log out",
    description: "Its token stops working immediately, and its event streams end.",
    handler: async ({ scope, request, responseHeaders }) => {
      await closeSession(scope);
      clearSessionCookie(request, responseHeaders);
    },
  }),
});
