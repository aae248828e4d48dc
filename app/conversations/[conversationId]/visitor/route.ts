import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { toConversationVisitorJson } from "#lib/widget/visits/json.ts";
import { getConversationVisitor } from "#lib/widget/visits/queries.ts";
import { ConversationVisitorResponse } from "#lib/widget/visits/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get the visitor of a conversation",
    description:
      "With their other conversations and, if the site's `visitorDetails` is on, their browser, system, language, time zone and the pages they visited during this conversation.",
    params: ConversationParams,
    response: ConversationVisitorResponse,
    handler: async ({ scope, params }) => ({
      visitor: toConversationVisitorJson(await getConversationVisitor(scope, params.conversationId)),
    }),
  }),
});
