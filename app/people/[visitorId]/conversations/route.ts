import { toConversationPageJson } from "#lib/desk/inbox/json.ts";
import { listPersonConversations } from "#lib/desk/people/queries.ts";
import { PersonConversationsQuery, PersonConversationsResponse } from "#lib/desk/people/schema.ts";
import { VisitorParams } from "#lib/desk/visitors/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List a person's conversations",
    description: "Of all their visitors, newest first, with spam and closed ones.",
    params: VisitorParams,
    query: PersonConversationsQuery,
    response: PersonConversationsResponse,
    handler: async ({ scope, params, query }) =>
      toConversationPageJson(await listPersonConversations(scope, params.visitorId, query)),
  }),
});
