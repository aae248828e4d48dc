import { markRead } from "#lib/conversations/commands.ts";
import { getReadMarks } from "#lib/conversations/queries.ts";
import { ConversationParams, MarkReadByVisitorBody, ReadMarksAnswer } from "#lib/conversations/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: endpoint({
      caller: "visitor",
      summary: "Get how far each side has read",
      params: ConversationParams,
      answer: ReadMarksAnswer,
      run: async ({ scope, params }) => ({ read: await getReadMarks(scope, params.conversationId) }),
    }),
    POST: endpoint({
      caller: "visitor",
      summary: "Mark as read",
      description: "Up to `seq`; above the last message means the last.",
      params: ConversationParams,
      body: MarkReadByVisitorBody,
      run: ({ scope, params, body }) => markRead(scope, params.conversationId, body.seq),
    }),
  },
  { cors: "any-origin" },
);
