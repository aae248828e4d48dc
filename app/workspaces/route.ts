import { createWorkspace } from "#lib/people/workspaces/commands.ts";
import { toListedWorkspaceJson, toWorkspaceJson } from "#lib/people/workspaces/json.ts";
import { listWorkspaces } from "#lib/people/workspaces/queries.ts";
import { CreateWorkspaceBody, WorkspaceListResponse, WorkspaceResponse } from "#lib/people/workspaces/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    summary: "List your workspaces",
    description: "In the order you joined them. The first is the one that requests without a `Workspace-Id` are for.",
    response: WorkspaceListResponse,
    handler: async ({ scope }) => ({ workspaces: (await listWorkspaces(scope)).map(toListedWorkspaceJson) }),
  }),
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Create a workspace",
    description:
      "With `SIGNUP` other than `open`, only someone who's in no workspace may. You may own 10; one more is a `conflict`.",
    errors: ["not_accepted", "conflict"],
    body: CreateWorkspaceBody,
    response: WorkspaceResponse,
    status: 201,
    handler: async ({ scope, body }) => ({ workspace: toWorkspaceJson(await createWorkspace(scope, body.name)) }),
  }),
});
