import { toMemberKeyJson } from "#lib/team/api-keys/json.ts";
import { listWorkspaceKeys } from "#lib/team/api-keys/queries.ts";
import { WorkspaceKeyListResponse } from "#lib/team/api-keys/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "session",
    role: "admin",
    summary: "List everyone's API keys",
    description: "Those of the members you may manage, and your own, without the keys themselves.",
    response: WorkspaceKeyListResponse,
    handler: async ({ scope }) => ({ keys: (await listWorkspaceKeys(scope)).map(toMemberKeyJson) }),
  }),
});
