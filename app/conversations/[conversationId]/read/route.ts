import { markRead } from "#lib/desk/conversations/commands.ts";
import { toConversationJson } from "#lib/desk/conversations/json.ts";
import { getConversation, getReadPositions } from "#lib/desk/conversations/queries.ts";
import {
  ConversationParams,
  ConversationResponse,
  MarkReadBody,
  ReadPositionsResponse,
} from "#lib/desk/conversations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get how far each side has read",
    description: "The `seq` of the last message that the owner and the visitor have read, or 0.",
    params: ConversationParams,
    response: ReadPositionsResponse,
    handler: async ({ scope, params }) => ({ read: await getReadPositions(scope, params.conversationId) }),
  }),
  POST: endpoint({
    caller: "owner",
    summary: "Mark as read",
    description:
      "Up to `seq`, or without it up to the end. The position never moves back. To mark a conversation as unread, use `PATCH /conversations/{conversationId}`.",
    params: ConversationParams,
    body: MarkReadBody,
    response: ConversationResponse,
    handler: async ({ scope, params, body }) => {
      await markRead(scope, params.conversationId, body.seq);
      return { conversation: toConversationJson(await getConversation(scope, params.conversationId)) };
    },
  }),
});
