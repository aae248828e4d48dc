import { mergePeople } from "#lib/desk/people/commands.ts";
import { toPersonPageJson } from "#lib/desk/people/json.ts";
import { getPersonPage } from "#lib/desk/people/queries.ts";
import { MergePersonBody, PersonResponse } from "#lib/desk/people/schema.ts";
import { VisitorParams } from "#lib/desk/visitors/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    summary: "Merge a person into another",
    description:
      "Both have to be of the same site. Conversations and messages stay as they are: from then on, they're shown, blocked, exported and erased together. It can be undone for 30 days. Returns the person who stays.",
    errors: ["conflict"],
    params: VisitorParams,
    body: MergePersonBody,
    response: PersonResponse,
    handler: async ({ scope, params, body }) => {
      await mergePeople(scope, params.visitorId, body.into);
      return toPersonPageJson(await getPersonPage(scope, body.into));
    },
  }),
});
