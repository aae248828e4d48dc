import { clearSessionCookie } from "#gate/session-cookie.ts";
import { closeSession } from "#lib/sessions/sessions.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Log out",
    description: "The token is dead at once, its event streams too.",
    run: async ({ scope, request, answerHeaders }) => {
      await closeSession(scope);
      clearSessionCookie(request, answerHeaders);
    },
  }),
});
