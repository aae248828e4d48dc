import { markRead } from "#lib/conversations/commands.ts";
import { toConversationJson } from "#lib/conversations/json.ts";
import { getConversation, getReadMarks } from "#lib/conversations/queries.ts";
import { ConversationAnswer, ConversationParams, MarkReadBody, ReadMarksAnswer } from "#lib/conversations/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get how far each side has read",
    params: ConversationParams,
    answer: ReadMarksAnswer,
    run: async ({ scope, params }) => ({ read: await getReadMarks(scope, params.conversationId) }),
  }),
  POST: endpoint({
    caller: "owner",
    summary: "Mark as read",
    description:
      "Up to `seq`, or without it to the end. Marks never move back; `unread` in `PATCH /conversations/{conversationId}` is the way to do that.",
    params: ConversationParams,
    body: MarkReadBody,
    answer: ConversationAnswer,
    run: async ({ scope, params, body }) => {
      await markRead(scope, params.conversationId, body.seq);
      return { conversation: toConversationJson(await getConversation(scope, params.conversationId)) };
    },
  }),
});
