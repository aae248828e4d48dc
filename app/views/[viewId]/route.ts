import { deleteView, updateView } from "#lib/desk/views/commands.ts";
import { toViewJson } from "#lib/desk/views/json.ts";
import { isShared } from "#lib/desk/views/queries.ts";
import { UpdateViewBody, ViewParams, ViewResponse } from "#lib/desk/views/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    caller: "owner",
    role: {
      least: "agent",
      more: [
        {
          when: "it's shared, or will be",
          role: "admin",
          if: async ({ scope, params, body }) => body.personal === false || (await isShared(scope, params.viewId)),
        },
      ],
    },
    summary: "Change a view",
    description:
      "`personal` makes a shared one your own, or shares it. A name that's taken there is a `conflict`, and so is a filter that names what doesn't exist.",
    errors: ["conflict"],
    params: ViewParams,
    body: UpdateViewBody,
    response: ViewResponse,
    handler: async ({ scope, params, body }) => ({ view: toViewJson(await updateView(scope, params.viewId, body)) }),
  }),
  DELETE: endpoint({
    caller: "owner",
    role: {
      least: "agent",
      more: [{ when: "it's shared", role: "admin", if: ({ scope, params }) => isShared(scope, params.viewId) }],
    },
    summary: "Delete a view",
    description: "Its conversations stay as they are.",
    params: ViewParams,
    handler: ({ scope, params }) => deleteView(scope, params.viewId),
  }),
});
