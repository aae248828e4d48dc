import { clearSessionCookie } from "#lib/auth/session-cookie.ts";
import { closeSession } from "#lib/auth/sessions.ts";
import { endpoint, route } from "#lib/http/route.ts";

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
