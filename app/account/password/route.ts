import { changePassword } from "#lib/people/owners/commands.ts";
import { ChangePasswordBody } from "#lib/people/owners/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Change the password",
    description: "Revokes every other session. API keys keep working: revoke those you don't recognize.",
    errors: ["invalid_credentials"],
    body: ChangePasswordBody,
    handler: ({ scope, body }) => changePassword(scope, body),
  }),
});
