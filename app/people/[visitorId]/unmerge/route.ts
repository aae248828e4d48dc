import { unmergePerson } from "#lib/desk/people/commands.ts";
import { toPersonPageJson } from "#lib/desk/people/json.ts";
import { getPersonPage } from "#lib/desk/people/queries.ts";
import { PersonResponse } from "#lib/desk/people/schema.ts";
import { VisitorParams } from "#lib/desk/visitors/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    summary: "Undo a merge",
    description:
      "Takes a visitor that was merged within the last 30 days, and those merged into it, out of the person again. Returns the person it is then.",
    errors: ["conflict"],
    params: VisitorParams,
    response: PersonResponse,
    handler: async ({ scope, params }) => {
      await unmergePerson(scope, params.visitorId);
      return toPersonPageJson(await getPersonPage(scope, params.visitorId));
    },
  }),
});
