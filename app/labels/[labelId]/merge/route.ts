import { mergeLabel } from "#lib/desk/labels/commands.ts";
import { toLabelJson } from "#lib/desk/labels/json.ts";
import { LabelParams, LabelResponse, MergeLabelBody } from "#lib/desk/labels/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "manage",
    role: { least: "admin", allSites: true },
    summary: "Merge a label into another",
    description:
      "Its conversations move to the other label, and this one is deleted. This can't be undone. Returns the label that stays.",
    errors: ["conflict"],
    params: LabelParams,
    body: MergeLabelBody,
    response: LabelResponse,
    handler: async ({ scope, params, body }) => ({
      label: toLabelJson(await mergeLabel(scope, params.labelId, body.into)),
    }),
  }),
});
