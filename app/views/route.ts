import { createView } from "#lib/desk/views/commands.ts";
import { toViewJson } from "#lib/desk/views/json.ts";
import { listViews } from "#lib/desk/views/queries.ts";
import { CreateViewBody, ViewListResponse, ViewResponse } from "#lib/desk/views/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the views",
    description:
      "The workspace's shared ones and your own, by name. Views of a site that you can't see are left out. `GET /conversations` with a view's `filter` lists its conversations.",
    response: ViewListResponse,
    handler: async ({ scope }) => ({ views: (await listViews(scope)).map(toViewJson) }),
  }),
  POST: endpoint({
    caller: "owner",
    role: {
      least: "agent",
      more: [{ when: "it's shared", role: "admin", if: ({ body }) => !body.personal }],
    },
    summary: "Create a view",
    description:
      "A workspace may have 50 shared views, and each account 50 of its own. One more is a `conflict`, as is a name that's taken, and a filter that names a site, label or member that doesn't exist.",
    errors: ["conflict"],
    body: CreateViewBody,
    response: ViewResponse,
    status: 201,
    handler: async ({ scope, body }) => ({ view: toViewJson(await createView(scope, body)) }),
  }),
});
