import { createLabel } from "#lib/desk/labels/commands.ts";
import { toLabelJson } from "#lib/desk/labels/json.ts";
import { listLabels } from "#lib/desk/labels/queries.ts";
import { CreateLabelBody, LabelListResponse, LabelResponse } from "#lib/desk/labels/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the labels",
    description: "All labels of the workspace, by name.",
    response: LabelListResponse,
    handler: async ({ scope }) => ({ labels: (await listLabels(scope)).map(toLabelJson) }),
  }),
  POST: endpoint({
    caller: "owner",
    summary: "Create a label",
    description:
      "Names are unique, whatever their case. A workspace may have 100 labels; one more is a `conflict`, and so is a name that's taken.",
    errors: ["conflict"],
    body: CreateLabelBody,
    response: LabelResponse,
    status: 201,
    handler: async ({ scope, body }) => ({ label: toLabelJson(await createLabel(scope, body)) }),
  }),
});
