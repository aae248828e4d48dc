import { ConversationListResponse, ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { toConversationPageJson } from "#lib/desk/inbox/json.ts";
import { listConversations } from "#lib/desk/inbox/queries.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List conversations",
    description:
      "Newest first. Follow `nextCursor` as long as there is one: a page of search results may be shorter than `limit` with more to come.",
    query: ListConversationsQuery,
    response: ConversationListResponse,
    handler: async ({ scope, query }) => toConversationPageJson(await listConversations(scope, query)),
  }),
});
