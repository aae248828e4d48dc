import { listEvents } from "#lib/desk/conversation-events/queries.ts";
import { EventListResponse, ListEventsQuery } from "#lib/desk/conversation-events/schema.ts";
import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the events of a conversation",
    description:
      "Who assigned, closed, reopened or snoozed it, marked it as spam or said that it needs no reply, by `seq`, oldest first. Without `after` or `before`, the newest ones. `hasMore` is about the requested direction. Visitors never see events.",
    params: ConversationParams,
    query: ListEventsQuery,
    response: EventListResponse,
    handler: async ({ scope, params, query }) => listEvents(scope, params.conversationId, query),
  }),
});
