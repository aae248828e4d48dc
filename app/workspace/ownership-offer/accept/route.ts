import { acceptOwnership } from "#lib/people/workspaces/commands.ts";
import { toWorkspaceJson } from "#lib/people/workspaces/json.ts";
import { AcceptOwnershipBody, WorkspaceResponse } from "#lib/people/workspaces/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Accept ownership",
    description: "Makes you an owner. The person who offered it becomes an admin, unless they stay an owner too.",
    errors: ["invalid_credentials", "link_gone"],
    body: AcceptOwnershipBody,
    response: WorkspaceResponse,
    handler: async ({ scope, body }) => ({
      workspace: toWorkspaceJson(await acceptOwnership(scope, body.currentPassword)),
    }),
  }),
});
