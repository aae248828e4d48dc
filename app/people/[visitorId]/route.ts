import { updatePerson } from "#lib/desk/people/commands.ts";
import { toPersonPageJson } from "#lib/desk/people/json.ts";
import { getPersonPage } from "#lib/desk/people/queries.ts";
import { PersonResponse, UpdatePersonBody } from "#lib/desk/people/schema.ts";
import { VisitorParams } from "#lib/desk/visitors/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get a person",
    description: "The person that a visitor is, by the id of any of their visitors.",
    params: VisitorParams,
    response: PersonResponse,
    handler: async ({ scope, params }) => toPersonPageJson(await getPersonPage(scope, params.visitorId)),
  }),
  PATCH: endpoint({
    caller: "owner",
    role: {
      least: "agent",
      more: [{ when: "`blocked` is given", role: "admin", if: ({ body }) => body.blocked !== undefined }],
    },
    summary: "Update a person",
    description: "Changes what the team notes about them, or blocks or unblocks them. Missing fields stay as they are.",
    errors: ["conflict"],
    params: VisitorParams,
    body: UpdatePersonBody,
    response: PersonResponse,
    handler: async ({ scope, params, body }) => {
      await updatePerson(scope, params.visitorId, body);
      return toPersonPageJson(await getPersonPage(scope, params.visitorId));
    },
  }),
});
