import { ConversationParams } from "#lib/conversations/schema.ts";
import { endpoint, route } from "#lib/http/route.ts";
import { toMessagePageJson } from "#lib/messages/json.ts";
import { listMessages } from "#lib/messages/queries.ts";
import { ListMessagesQuery, MessageListAnswer } from "#lib/messages/schema.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    params: ConversationParams,
    query: ListMessagesQuery,
    answer: MessageListAnswer,
    run: async ({ scope, params, query }) => toMessagePageJson(await listMessages(scope, params.conversationId, query)),
  }),
});
