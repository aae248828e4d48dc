import { markRead } from "#lib/desk/conversations/commands.ts";
import { getReadPositions } from "#lib/desk/conversations/queries.ts";
import { ConversationParams, MarkReadByVisitorBody, ReadPositionsResponse } from "#lib/desk/conversations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: endpoint({
      caller: "visitor",
      summary: "Get how far each side has read",
      description: "The `seq` of the last message that the owner and the visitor have read, or 0.",
      params: ConversationParams,
      response: ReadPositionsResponse,
      handler: async ({ scope, params }) => ({ read: await getReadPositions(scope, params.conversationId) }),
    }),
    POST: endpoint({
      caller: "visitor",
      summary: "Mark as read",
      description: "Up to `seq`, or up to the last message if `seq` is higher.",
      params: ConversationParams,
      body: MarkReadByVisitorBody,
      handler: ({ scope, params, body }) => markRead(scope, params.conversationId, body.seq),
    }),
  },
  { cors: "any-origin" },
);
