import { revokeWorkspaceKey } from "#lib/team/api-keys/commands.ts";
import { MemberKeyParams } from "#lib/team/api-keys/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    access: "session",
    role: "admin",
    summary: "Revoke a member's API key",
    description: "The key stops working immediately, and its event streams end.",
    params: MemberKeyParams,
    handler: ({ scope, params }) => revokeWorkspaceKey(scope, params.memberKeyId),
  }),
});
