import { endpoint, route } from "#lib/http/route.ts";
import { changePassword } from "#lib/owners/commands.ts";
import { ChangePasswordBody } from "#lib/owners/schema.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    body: ChangePasswordBody,
    run: ({ scope, body }) => changePassword(scope, body),
  }),
});
