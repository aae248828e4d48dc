import { markConversationRead } from "#lib/conversations/commands.ts";
import { toConversationJson } from "#lib/conversations/json.ts";
import { ConversationAnswer, ConversationParams, MarkReadBody } from "#lib/conversations/schema.ts";
import { endpoint, route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    params: ConversationParams,
    body: MarkReadBody,
    answer: ConversationAnswer,
    run: async ({ scope, params, body }) => ({
      conversation: toConversationJson(await markConversationRead(scope, params.conversationId, body.seq)),
    }),
  }),
});
