import { setPersonAttributes } from "#lib/desk/attributes/commands.ts";
import { toAttributesJson } from "#lib/desk/attributes/json.ts";
import { AttributesResponse, PersonParams, PutAttributesBody } from "#lib/desk/attributes/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: endpoint({
    caller: "owner",
    summary: "Set a person’s attributes by your own ID",
    description:
      "The same for the verified visitor whose ID on your site this is. If they haven't been there yet, the attributes wait for them.",
    errors: ["conflict"],
    params: PersonParams,
    body: PutAttributesBody,
    response: AttributesResponse,
    handler: async ({ scope, params, body }) => ({
      attributes: toAttributesJson(await setPersonAttributes(scope, params, body.attributes)),
    }),
  }),
});
