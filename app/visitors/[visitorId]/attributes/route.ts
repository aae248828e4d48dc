import { setServerAttributes } from "#lib/desk/attributes/commands.ts";
import { toAttributesJson } from "#lib/desk/attributes/json.ts";
import { AttributesResponse, PutAttributesBody } from "#lib/desk/attributes/schema.ts";
import { VisitorParams } from "#lib/desk/visitors/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: endpoint({
    caller: "owner",
    summary: "Set a visitor’s attributes",
    description:
      "For your server. The team sees that your server says so, before what the page says. Attributes that are left out stay as they are, and null removes one. A visitor has at most 50 of your server.",
    errors: ["conflict"],
    params: VisitorParams,
    body: PutAttributesBody,
    response: AttributesResponse,
    handler: async ({ scope, params, body }) => ({
      attributes: toAttributesJson(await setServerAttributes(scope, params.visitorId, body.attributes)),
    }),
  }),
});
