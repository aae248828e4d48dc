import { ConversationListResponse, ListConversationsQuery } from "#lib/conversations/schema.ts";
import { toConversationPageJson } from "#lib/inbox/json.ts";
import { listConversations } from "#lib/inbox/queries.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List conversations",
    description:
      "The newest first. Follow `nextCursor` while there is one: a page of a search may be shorter than `limit` and still have more below it.",
    query: ListConversationsQuery,
    response: ConversationListResponse,
    handler: async ({ scope, query }) => toConversationPageJson(await listConversations(scope, query)),
  }),
});
