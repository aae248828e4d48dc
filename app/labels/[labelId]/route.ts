import { deleteLabel, updateLabel } from "#lib/desk/labels/commands.ts";
import { toLabelJson } from "#lib/desk/labels/json.ts";
import { LabelParams, LabelResponse, UpdateLabelBody } from "#lib/desk/labels/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    caller: "owner",
    role: { least: "admin", allSites: true },
    summary: "Rename or recolor a label",
    description:
      "Changes it on all conversations at once. A name that's taken is a `conflict`: merge the labels instead.",
    errors: ["conflict"],
    params: LabelParams,
    body: UpdateLabelBody,
    response: LabelResponse,
    handler: async ({ scope, params, body }) => ({
      label: toLabelJson(await updateLabel(scope, params.labelId, body)),
    }),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    role: { least: "admin", allSites: true },
    summary: "Delete a label",
    description: "Takes it off all conversations, which stay. This can't be undone.",
    params: LabelParams,
    handler: ({ scope, params }) => deleteLabel(scope, params.labelId),
  }),
});
