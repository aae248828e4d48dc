import { updateSecurity } from "#lib/people/workspaces/commands.ts";
import { toWorkspaceJson } from "#lib/people/workspaces/json.ts";
import { UpdateSecurityBody, WorkspaceResponse } from "#lib/people/workspaces/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    caller: "owner",
    access: "session",
    role: "owner",
    summary: "Change the workspace's security",
    description:
      "From when on members need two-factor login, at least 24 hours ahead, and how long activity is kept. To require two-factor login, use it yourself: otherwise it's a `conflict`.",
    errors: ["invalid_credentials", "conflict"],
    body: UpdateSecurityBody,
    response: WorkspaceResponse,
    handler: async ({ scope, body }) => ({ workspace: toWorkspaceJson(await updateSecurity(scope, body)) }),
  }),
});
