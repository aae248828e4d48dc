import { deleteWorkspace, updateWorkspace } from "#lib/people/workspaces/commands.ts";
import { toWorkspaceJson } from "#lib/people/workspaces/json.ts";
import { getWorkspace } from "#lib/people/workspaces/queries.ts";
import { DeleteWorkspaceBody, UpdateWorkspaceBody, WorkspaceResponse } from "#lib/people/workspaces/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get the workspace",
    description: "With your role in it, and the sites you have access to.",
    response: WorkspaceResponse,
    handler: async ({ scope }) => ({ workspace: toWorkspaceJson(await getWorkspace(scope)) }),
  }),
  PATCH: endpoint({
    caller: "owner",
    access: "manage",
    role: { least: "admin", allSites: true },
    summary: "Change the workspace",
    description: "Its name, and whether a reply assigns a conversation of no one's to its sender.",
    body: UpdateWorkspaceBody,
    response: WorkspaceResponse,
    handler: async ({ scope, body }) => ({ workspace: toWorkspaceJson(await updateWorkspace(scope, body)) }),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "session",
    role: "owner",
    summary: "Delete the workspace",
    description:
      "Erases its sites, conversations, visitors and messages for everyone. People keep their accounts. This can't be undone.",
    errors: ["invalid_credentials", "not_permitted", "conflict"],
    body: DeleteWorkspaceBody,
    handler: ({ scope, body }) => deleteWorkspace(scope, body),
  }),
});
