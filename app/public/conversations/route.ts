import { startConversation } from "#lib/conversations/commands.ts";
import { toVisitorConversationJson } from "#lib/conversations/json.ts";
import { listVisitorConversations } from "#lib/conversations/queries.ts";
import {
  StartConversationAnswer,
  StartConversationBody,
  VisitorConversationListAnswer,
} from "#lib/conversations/schema.ts";
import { endpoint, route } from "#lib/http/route.ts";
import { toMessageJson } from "#lib/messages/json.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: endpoint({
      caller: "visitor",
      answer: VisitorConversationListAnswer,
      run: async ({ scope }) => ({
        conversations: (await listVisitorConversations(scope)).map(toVisitorConversationJson),
      }),
    }),
    POST: endpoint({
      caller: "visitor",
      body: StartConversationBody,
      answer: StartConversationAnswer,
      status: 201,
      run: async ({ scope, body }) => {
        const message = toMessageJson(await startConversation(scope, body));
        return { conversationId: message.conversationId, visitorId: scope.visitorId, message };
      },
    }),
  },
  { cors: "any-origin" },
);
