import { deleteConversation, updateConversation } from "#lib/conversations/commands.ts";
import { toConversationJson } from "#lib/conversations/json.ts";
import { getConversation } from "#lib/conversations/queries.ts";
import { ConversationAnswer, ConversationParams, UpdateConversationBody } from "#lib/conversations/schema.ts";
import { endpoint, route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    params: ConversationParams,
    answer: ConversationAnswer,
    run: async ({ scope, params }) => ({
      conversation: toConversationJson(await getConversation(scope, params.conversationId)),
    }),
  }),
  PATCH: endpoint({
    caller: "owner",
    params: ConversationParams,
    body: UpdateConversationBody,
    answer: ConversationAnswer,
    run: async ({ scope, params, body }) => ({
      conversation: toConversationJson(await updateConversation(scope, params.conversationId, body)),
    }),
  }),
  DELETE: endpoint({
    caller: "owner",
    params: ConversationParams,
    run: ({ scope, params }) => deleteConversation(scope, params.conversationId),
  }),
});
